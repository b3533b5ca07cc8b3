import type { Logger } from '#adapters/log.ts';
import type { Database } from '#db/client.ts';
import { viewLimits } from '#domain/analytics/view-limits.ts';
import { rollOverViewDay, dropViewMonthsBefore, deletePastViews, makeViewMonths } from '#db/queries/views.ts';

const monthsAhead = 2;

/** Starts a new day of the figures, creates the partitions of the next months, and drops those older than `monthsKept`. */
export async function pruneViews(options: { db: Database; monthsKept: number; log: Logger }): Promise<void> {
  const { db, monthsKept, log } = options;
  const now = new Date();
  await rollOverViewDay(db);
  await makeViewMonths(db, now, monthsFrom(now, monthsAhead));
  const dropped = await dropViewMonthsBefore(db, monthsFrom(now, -monthsKept));
  if (dropped.length > 0) log.info('Rows of old views were dropped; their totals stay', { tables: dropped });
  await deletePastViews(db, viewLimits);
}

function monthsFrom(moment: Date, months: number): Date {
  return new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + months, 1));
}
