import { deleteMessageRow } from '#db/queries/inbox.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import type { DomainContext } from '#domain/context.ts';
import { inTransaction } from '#domain/transaction.ts';
import { requirePermission } from '#domain/actor.ts';
import { lockExisting } from './lock-existing.ts';
import { messageLabel } from './message-status.ts';

/** Deletes a message with its notes. @throws forbidden, not-found. */
export async function deleteMessage(ctx: DomainContext, id: string): Promise<void> {
  requirePermission(ctx, 'manage-inbox');
  await inTransaction(ctx, async ({ db: trx }) => {
    const message = await lockExisting(trx, id);
    await deleteMessageRow(trx, id);
    await recordActivity(trx, ctx, {
      action: 'message-deleted',
      subject: { id, label: messageLabel(message) },
    });
  });
}
