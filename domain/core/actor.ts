import { forbidden } from '#domain/core/errors.ts';
import { can, permissions, type Permission, type Role } from '#domain/core/permissions.ts';

/** A signed-in person with a row in `admin_users`. */
export type Actor = {
  userId: string;
  email: string;
  /** Display name, else username, else null. */
  name: string | null;
  role: Role;
  /** True for a token that may read drafts, which acts as a contributor otherwise. */
  readsDrafts?: boolean;
};

/** The token that a call was made with, instead of a session; no id for one of the issuer. */
type UsedToken = { id: string | null; name: string };

export type ByToken = {
  /** The token that a program acts with, instead of a session. */
  token?: UsedToken;
};

/** Every verb of the admin checks this again, whatever the guard of the route allowed. @throws forbidden. */
export function requireActor(ctx: { actor: Actor | null }): Actor {
  if (!ctx.actor) throw forbidden('You must be signed in to do this.');
  return ctx.actor;
}

/**
 * The first line of a verb.
 * @throws forbidden for visitors and for roles without the permission.
 */
export function requirePermission(ctx: { actor: Actor | null }, permission: Permission): Actor {
  const actor = requireActor(ctx);
  if (!can(actor, permission)) throw forbidden(permissions[permission].denial);
  return actor;
}

/**
 * Returns the person to whose texts, and the public ones, an actor's reading is limited; null for who may read every
 * text. Pure.
 */
export function readerOf(actor: Actor): string | null {
  return can(actor, 'edit-content') || actor.readsDrafts === true ? null : actor.userId;
}
