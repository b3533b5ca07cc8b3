import type { Database } from '#db/client.ts';
import { deleteMessagesOlderThan } from '#db/queries/inbox.ts';
import { deleteOldJobs } from '#db/queries/jobs.ts';

/** Days for which messages of visitors are kept. */
const messageDaysKept = 730;
/** A genuine message in the spam folder is looked for within weeks. */
const spamDaysKept = 30;
/** The text of an email is deleted as soon as it is sent. */
const jobDaysKept = 30;

/** Deletes old messages and spam, and the records of jobs that are over. @returns number of messages */
export async function deleteOldMessages(ctx: { db: Database }): Promise<number> {
  const deleted = await deleteMessagesOlderThan(ctx.db, { messages: messageDaysKept, spam: spamDaysKept });
  await deleteOldJobs(ctx.db, jobDaysKept);
  return deleted;
}
