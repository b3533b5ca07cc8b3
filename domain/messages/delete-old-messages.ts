import type { Database } from '#db/client.ts';
import { deleteMessagesOlderThan } from '#db/queries/inbox.ts';
import { deleteOldJobs } from '#db/queries/jobs.ts';

const messageDaysKept = 730;
/** A genuine message in the spam folder is looked for within weeks. */
const spamDaysKept = 30;
/** A deleted message can be restored so long. */
export const deletedDaysKept = 30;
/** The text of an email is deleted as soon as it is sent. */
const jobDaysKept = 30;

/** Moves old messages and spam to the deleted ones, and deletes what was there long enough, and the records of jobs that are over. @returns number of messages */
export async function deleteOldMessages(ctx: { db: Database }): Promise<number> {
  const deleted = await deleteMessagesOlderThan(ctx.db, {
    messages: messageDaysKept,
    spam: spamDaysKept,
    deleted: deletedDaysKept,
  });
  await deleteOldJobs(ctx.db, jobDaysKept);
  return deleted;
}
