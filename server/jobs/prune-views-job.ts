import type { Logger } from '#adapters/log.ts';
import type { Database } from '#db/client.ts';
import { rollOverViewDay, dropViewMonthsBefore, deletePastViews, makeViewMonths } from '#db/queries/views.ts';
import { repeatJob, type RepeatedJob } from './repeat-job.ts';

const tenMinutes = 600_000;
const monthsAhead = 2;

/** Begins a day that nobody has asked for yet, keeps room for the views of the months to come, and drops the rows of those that are older than is wanted. */
export function pruneViewsJob(options: { db: Database; monthsKept: number; log: Logger }): RepeatedJob {
  const { db, monthsKept, log } = options;
  return repeatJob({
    name: 'The upkeep of views',
    everyMilliseconds: tenMinutes,
    log,
    async run() {
      const now = new Date();
      await rollOverViewDay(db);
      await makeViewMonths(db, now, monthsFrom(now, monthsAhead));
      const dropped = await dropViewMonthsBefore(db, monthsFrom(now, -monthsKept));
      if (dropped.length > 0)
        log.info('Rows of old views were dropped; their sums stay', { tables: dropped });
      await deletePastViews(db);
    },
  });
}

function monthsFrom(moment: Date, months: number): Date {
  return new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + months, 1));
}
