import { requireActor, type Actor } from '#domain/auth/actor.ts';
import { forbidden } from '#domain/errors.ts';
import { refusals } from './can-change-role.ts';
import { canManageAdmins } from './ranks.ts';

/**
 * The lock of everything that only admins and super admins may do.
 * @param message what an editor is told.
 */
export function requireAdminManager(ctx: { actor: Actor | null }, message: string = refusals.editor): Actor {
  const actor = requireActor(ctx);
  if (!canManageAdmins(actor.role)) throw forbidden(message);
  return actor;
}
