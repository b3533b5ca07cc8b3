import type { Database } from '#db/client.ts';
import { lockAdmins, type LockedAdmin } from '#db/queries/admins.ts';
import type { Actor } from '#domain/core/context.ts';
import { forbidden, notFound } from '#domain/core/errors.ts';
import { permissions, type Role } from '#domain/core/permissions.ts';
import { isId } from '#domain/fields/fields.ts';
import { roleChangeDenial, roleGrantDenial } from './role-change-denial.ts';

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
  const own = rows.find((row) => row.userId === actor.userId);
  if (!own) throw forbidden(permissions['manage-admins'].denial);
  const target = rows.find((row) => row.id === id);
  if (!target) throw notFound('Admin user not found.');
  const superAdmins = rows.filter((row) => row.role === 'super_admin').length;
  return { own, target, superAdmins };
}

/**
 * The administrator that the actor wants to change, locked. Checks the permission against the locked rows, because the
 * actor's own role may have changed since the request began.
 * @param next the wanted role, or null to remove
 * @throws not-found, forbidden.
 */
export async function findEditableAdmin(
  trx: Database,
  actor: Actor,
  id: string,
  next: Role | null,
): Promise<LockedAdmin> {
  const { own, target, superAdmins } = await lockAdmin(trx, actor, id);
  const denial = roleChangeDenial(own, target, next, superAdmins);
  if (denial !== null) throw forbidden(denial);
  return target;
}

/** Locks the role of the actor. @throws forbidden unless they may give this one to another user. */
export async function assertMayGrant(trx: Database, actor: Actor, role: Role): Promise<void> {
  const own = (await lockAdmins(trx, { userId: actor.userId })).find((row) => row.userId === actor.userId);
  const denial = own ? roleGrantDenial(own.role, role) : permissions['manage-admins'].denial;
  if (denial !== null) throw forbidden(denial);
}
