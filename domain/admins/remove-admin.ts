import { deleteAdmin } from '#db/queries/admins.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { reportSecurityEvent } from '#domain/activity/security-events.ts';
import { requireFreshProof } from '#domain/auth/require-fresh-proof.ts';
import type { DomainContext } from '#domain/context.ts';
import { inTransaction } from '#domain/transaction.ts';
import { requirePermission } from '#domain/actor.ts';
import { findEditableAdmin } from './find-editable-admin.ts';

/**
 * Removes the role; the account stays. It takes effect with their next request.
 * @throws not-found, forbidden.
 */
export async function removeAdmin(ctx: DomainContext, id: string): Promise<void> {
  const actor = requirePermission(ctx, 'manage-admins');
  requireFreshProof(ctx);
  const target = await inTransaction(ctx, async ({ db: trx }) => {
    const found = await findEditableAdmin(trx, actor, id, null);
    await deleteAdmin(trx, id);
    await recordActivity(trx, ctx, {
      action: 'admin-removed',
      subject: { id: found.user_id, label: found.email },
      before: { role: found.role },
    });
    return found;
  });
  reportSecurityEvent(ctx, 'admin-removed', { subjectId: target.user_id, fromRole: target.role });
}
