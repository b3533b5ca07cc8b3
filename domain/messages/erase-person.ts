import { deleteMessagesOf } from '#db/queries/inbox.ts';
import { deleteEmailsTo } from '#db/queries/outbox.ts';
import { eraseRecipient } from '#db/queries/post-email-recipients.ts';
import { deleteSubscriber } from '#db/queries/subscribers.ts';
import type { SecurityContext } from '#domain/activity/record-activity.ts';
import { recordActivity, reportSecurityEvent } from '#domain/activity/record-activity.ts';
import type { OwnSession, Core } from '#domain/core/context.ts';
import { requireFreshProof, inTransaction, requirePermission } from '#domain/core/context.ts';
import { email as emailField, parseInput } from '#domain/fields/fields.ts';

/**
 * Deletes all data of a person: messages, applications, the notes about them, emails, the subscription, and the address in
 * what was sent to subscribers. The log records that it was done, but not for whom.
 * @returns how much was deleted.
 * @throws forbidden, invalid input.
 */
export async function erasePerson(
  ctx: Core & SecurityContext & OwnSession,
  typed: unknown,
): Promise<{ messages: number; subscriptions: number }> {
  requirePermission(ctx, 'manage-inbox');
  requireFreshProof(ctx);
  const email = parseInput(emailField, typed);
  const erased = await inTransaction(ctx, async ({ db: trx }) => {
    const messages = await deleteMessagesOf(trx, email);
    await deleteEmailsTo(trx, email);
    await eraseRecipient(trx, email);
    const subscriptions = await deleteSubscriber(trx, email);
    const counts = { messages, subscriptions };
    await recordActivity(trx, ctx, { action: 'person-erased', after: counts });
    return counts;
  });
  reportSecurityEvent(ctx, 'person-erased');
  return erased;
}
