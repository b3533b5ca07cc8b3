import type { Logger } from '#adapters/log.ts';
import type { Database } from '#db/client.ts';
import { deleteOldActivity } from '#domain/activity/delete-old-activity.ts';
import { repeatJob, type RepeatedJob } from './repeat-job.ts';

const everyHour = 3_600_000;

/** Deletes entries of the activity log that are older than the setting says. */
export function deleteOldActivityJob(options: { db: Database; daysKept: number; log: Logger }): RepeatedJob {
  return repeatJob({
    name: 'The retention of the activity log',
    everyMilliseconds: everyHour,
    log: options.log,
    async run() {
      const entries = await deleteOldActivity({ db: options.db, now: () => new Date() }, options.daysKept);
      if (entries > 0) options.log.info('Old entries of the activity log were deleted', { entries });
    },
  });
}
