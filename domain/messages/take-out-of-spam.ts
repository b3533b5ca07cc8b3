import { updateMessageSpam } from '#db/queries/inbox.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import type { DomainContext } from '#domain/context.ts';
import { inTransaction } from '#domain/transaction.ts';
import { requirePermission } from '#domain/actor.ts';
import { enqueueMessage } from './enqueue-message.ts';
import { lockExisting } from './lock-existing.ts';
import { messageLabel } from './message-status.ts';

/** Moves a message to the inbox and enqueues its delivery, once. @throws forbidden, not-found. */
export async function takeOutOfSpam(ctx: DomainContext, id: string): Promise<void> {
  requirePermission(ctx, 'manage-inbox');
  await inTransaction(ctx, async (tx) => {
    const { db: trx } = tx;
    const message = await lockExisting(trx, id);
    if (message.spam_reason === null) return;
    await updateMessageSpam(trx, id, null);
    await enqueueMessage(tx, id);
    await recordActivity(trx, ctx, {
      action: 'message-taken-out-of-spam',
      subject: { id, label: messageLabel(message) },
    });
  });
}
