import { forbidden } from '#domain/errors.ts';

export const roles = ['editor', 'admin', 'super_admin'] as const;
export type Role = (typeof roles)[number];

/** A signed-in person with a row in `admin_users`. */
export type Actor = {
  userId: string;
  email: string;
  /** Display name, else username, else null. */
  name: string | null;
  role: Role;
};

/** The verb's own lock: whoever reaches it must be an administrator, whatever the door said. */
export function requireActor(ctx: { actor: Actor | null }): Actor {
  if (!ctx.actor) throw forbidden('You must be signed in to do this.');
  return ctx.actor;
}
