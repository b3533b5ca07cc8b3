import type { Database } from '#db/client.ts';
import { deleteMessagesOlderThan } from '#db/queries/inbox.ts';
import { deleteOldEmails } from '#db/queries/outbox.ts';

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
