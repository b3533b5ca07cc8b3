import type { Database } from '#db/client.ts';
import { lockAdmins, type LockedAdmin } from '#db/queries/admins.ts';
import type { Actor, Role } from '#domain/auth/actor.ts';
import { forbidden, notFound } from '#domain/errors.ts';
import { isId } from '#domain/text/fields.ts';
import { permissions } from '#domain/permissions.ts';
import { canChangeRole } from './can-change-role.ts';

/**
 * The administrator that the actor wants to change, locked, if that is allowed by what is true now: the actor's own
 * role may have gone since the request began.
 * @param next the wanted role, or null to remove
 * @throws not-found, forbidden.
 */
export async function findEditableAdmin(
  trx: Database,
  actor: Actor,
  id: string,
  next: Role | null,
): Promise<LockedAdmin> {
  const { own, target, superAdmins } = await lockTarget(trx, actor, id);
  const refusal = canChangeRole(
    { userId: own.user_id, role: own.role },
    { userId: target.user_id, role: target.role },
    next,
    superAdmins,
  );
  if (refusal !== null) throw forbidden(refusal);
  return target;
}

/**
 * The row of the actor and of the administrator `id`, locked, and how many super admins there are.
 * @throws not-found; forbidden when the actor has lost their own role.
 */
export async function lockTarget(
  trx: Database,
  actor: Actor,
  id: string,
): Promise<{ own: LockedAdmin; target: LockedAdmin; superAdmins: number }> {
  if (!isId(id)) throw notFound('Admin user not found.');
  const rows = await lockAdmins(trx, { id, userId: actor.userId });
  const own = rows.find((row) => row.user_id === actor.userId);
  if (!own) throw forbidden(permissions['manage-admins'].denial);
  const target = rows.find((row) => row.id === id);
  if (!target) throw notFound('Admin user not found.');
  const superAdmins = rows.filter((row) => row.role === 'super_admin').length;
  return { own, target, superAdmins };
}
