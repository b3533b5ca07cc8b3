import type { Database } from '#db/client.ts';
import type { LockedAdmin } from '#db/queries/admins.ts';
import type { Actor, Role } from '#domain/actor.ts';
import { forbidden } from '#domain/errors.ts';
import { roleChangeDenial } from './role-change-denial.ts';
import { lockAdmin } from './lock-admin.ts';

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
  const denial = roleChangeDenial(
    { userId: own.user_id, role: own.role },
    { userId: target.user_id, role: target.role },
    next,
    superAdmins,
  );
  if (denial !== null) throw forbidden(denial);
  return target;
}
