import type { Logger } from '#adapters/log.ts';
import type { Database } from '#db/client.ts';
import { deleteOldMessages } from '#domain/messages/delete-old-messages.ts';
import { repeatJob, type RepeatedJob } from './repeat-job.ts';

const everyHour = 3_600_000;

/** Lets messages go when they were kept long enough, and spam sooner. */
export function deleteOldMessagesJob(options: { db: Database; daysKept: number; log: Logger }): RepeatedJob {
  return repeatJob({
    name: 'The upkeep of messages',
    everyMilliseconds: everyHour,
    log: options.log,
    async run() {
      const gone = await deleteOldMessages(options);
      if (gone > 0) options.log.info('Old messages were deleted', { messages: gone });
    },
  });
}
