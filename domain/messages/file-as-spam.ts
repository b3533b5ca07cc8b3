import { updateMessageSpam } from '#db/queries/inbox.ts';
import { withdrawMessage } from '#db/queries/outbox.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import type { DomainContext } from '#domain/context.ts';
import { inTransaction } from '#domain/transaction.ts';
import { requirePermission } from '#domain/actor.ts';
import { lockExisting } from './lock-existing.ts';
import { messageLabel } from './message-status.ts';

/** Moves a message to the spam folder and cancels its delivery. @throws forbidden, not-found. */
export async function fileAsSpam(ctx: DomainContext, id: string): Promise<void> {
  requirePermission(ctx, 'manage-inbox');
  await inTransaction(ctx, async ({ db: trx }) => {
    const message = await lockExisting(trx, id);
    if (message.spam_reason !== null) return;
    await updateMessageSpam(trx, id, 'marked');
    await withdrawMessage(trx, id);
    await recordActivity(trx, ctx, {
      action: 'message-filed-as-spam',
      subject: { id, label: messageLabel(message) },
    });
  });
}
