import { forbidden } from '#domain/errors.ts';
import { can, permissions, type Permission } from '#domain/permissions.ts';

/** As they are chosen from: those of the specification, lowest first, then the one below them. */
export const roles = ['editor', 'admin', 'super_admin', 'contributor'] as const;
export type Role = (typeof roles)[number];

/** A signed-in person with a row in `admin_users`. */
export type Actor = {
  userId: string;
  email: string;
  /** Display name, else username, else null. */
  name: string | null;
  role: Role;
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
