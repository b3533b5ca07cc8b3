import type { Database } from '#db/client.ts';
import { deleteMessagesOlderThan } from '#db/queries/inbox.ts';
import { deleteOldEmails } from '#db/queries/outbox.ts';

/** Somebody's honest message is looked for within weeks. */
const spamDaysKept = 30;
/** Of what became of it: the words of a letter go as soon as it has left. */
const emailRetentionDays = 30;

/** Nothing is kept longer than was promised. @returns how many messages went. */
export async function deleteOldMessages(parts: { db: Database; daysKept: number }): Promise<number> {
  const gone = await deleteMessagesOlderThan(parts.db, { messages: parts.daysKept, spam: spamDaysKept });
  await deleteOldEmails(parts.db, emailRetentionDays);
  return gone;
}
