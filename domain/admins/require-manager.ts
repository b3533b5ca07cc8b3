import { requireActor, type Actor } from '#domain/auth/actor.ts';
import { forbidden } from '#domain/errors.ts';
import { refusals } from './can-change-role.ts';
import { mayManageAdmins } from './ranks.ts';

/**
 * The lock of everything that only admins and super admins may do.
 * @param sentence what an editor is told.
 */
export function requireManager(ctx: { actor: Actor | null }, sentence: string = refusals.editor): Actor {
  const actor = requireActor(ctx);
  if (!mayManageAdmins(actor.role)) throw forbidden(sentence);
  return actor;
}
