import type { Logger } from '#adapters/log.ts';
import type { Database } from '#db/client.ts';
import { viewRules } from '#domain/analytics/view-rules.ts';
import { rollOverViewDay, dropViewMonthsBefore, deletePastViews, makeViewMonths } from '#db/queries/views.ts';
import { repeatJob, type RepeatedJob } from './repeat-job.ts';

const tenMinutes = 600_000;
const monthsAhead = 2;

/** Rolls the calendar over to today, creates the partitions of the next months and drops those older than `monthsKept`. */
export function pruneViewsJob(options: { db: Database; monthsKept: number; log: Logger }): RepeatedJob {
  const { db, monthsKept, log } = options;
  return repeatJob({
    name: 'The cleanup of views',
    everyMilliseconds: tenMinutes,
    log,
    async run() {
      const now = new Date();
      await rollOverViewDay(db);
      await makeViewMonths(db, now, monthsFrom(now, monthsAhead));
      const dropped = await dropViewMonthsBefore(db, monthsFrom(now, -monthsKept));
      if (dropped.length > 0)
        log.info('Rows of old views were dropped; their sums stay', { tables: dropped });
      await deletePastViews(db, viewRules);
    },
  });
}

function monthsFrom(moment: Date, months: number): Date {
  return new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + months, 1));
}
