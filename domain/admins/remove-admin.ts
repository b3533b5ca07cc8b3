import { deleteAdmin } from '#db/queries/admins.ts';
import { inTransaction } from '#db/transaction.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import type { DomainContext } from '#domain/context.ts';
import { findChangeable } from './find-changeable.ts';
import { requireManager } from './require-manager.ts';

/**
 * Takes the role away; the account stays. It counts with that person's next request.
 * @throws not-found, forbidden.
 */
export async function removeAdmin(ctx: DomainContext, id: string): Promise<void> {
  const actor = requireManager(ctx);
  await inTransaction(ctx.db, async (trx) => {
    const target = await findChangeable(trx, actor, id, null);
    await deleteAdmin(trx, id);
    await recordActivity(trx, ctx, {
      action: 'admin-removed',
      subject: { id: target.user_id, label: target.email },
      before: { role: target.role },
    });
  });
}
