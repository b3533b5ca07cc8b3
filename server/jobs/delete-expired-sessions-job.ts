import type { Logger } from '#adapters/log.ts';
import type { Database } from '#db/client.ts';
import { deleteEndedSessions } from '#db/queries/sessions.ts';
import { sessionLife } from '#domain/auth/auth.ts';
import { repeatJob, type RepeatedJob } from './repeat-job.ts';

const everyHour = 3_600_000;

/** Removes what is known of sessions that have ended: devices and addresses are kept no longer than they are of use. */
export function deleteExpiredSessionsJob(options: { db: Database; log: Logger }): RepeatedJob {
  return repeatJob({
    name: 'The upkeep of sessions',
    everyMilliseconds: everyHour,
    log: options.log,
    async run() {
      await deleteEndedSessions(options.db, new Date(Date.now() - sessionLife.idle));
    },
  });
}
