import type { Database } from '#db/client.ts';
import { deleteMessagesOf, deleteMessagesOlderThan } from '#db/queries/inbox.ts';
import { deleteEmailsTo, deleteOldEmails } from '#db/queries/outbox.ts';
import { eraseRecipient } from '#db/queries/post-emails.ts';
import { deleteSubscriber } from '#db/queries/subscribers.ts';
import { requireFreshProof } from '#domain/accounts/sessions/fresh-proof.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { reportSecurityEvent } from '#domain/activity/security-events.ts';
import { requirePermission } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { email as emailField, parseInput } from '#domain/text/fields.ts';
import { inTransaction } from '#domain/transaction.ts';

/**
 * Deletes all data of a person: messages, applications, the notes about them, emails, the subscription, and the address in
 * what was sent to subscribers. The log records that it was done, but not for whom.
 * @returns how much was deleted.
 * @throws forbidden, invalid input.
 */
export async function erasePerson(
  ctx: DomainContext,
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

/** A genuine message in the spam folder is looked for within weeks. */
const spamDaysKept = 30;
/** Of sent and abandoned entries of the outbox; the text of an email is deleted as soon as it is sent. */
const emailDaysKept = 30;

/** Deletes messages older than `daysKept` days, and spam and entries of the outbox older than 30. @returns how many messages. */
export async function deleteOldMessages(ctx: { db: Database }, daysKept: number): Promise<number> {
  const deleted = await deleteMessagesOlderThan(ctx.db, { messages: daysKept, spam: spamDaysKept });
  await deleteOldEmails(ctx.db, emailDaysKept);
  return deleted;
}
