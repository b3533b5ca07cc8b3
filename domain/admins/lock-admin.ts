import type { Database } from '#db/client.ts';
import { lockAdmins, type LockedAdmin } from '#db/queries/admins.ts';
import type { Actor } from '#domain/actor.ts';
import { forbidden, notFound } from '#domain/errors.ts';
import { permissions } from '#domain/permissions.ts';
import { isId } from '#domain/text/fields.ts';

/**
 * The row of the actor and of the administrator `id`, locked, and the number of super admins.
 * @throws not-found; forbidden when the actor has lost their own role.
 */
export async function lockAdmin(
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
