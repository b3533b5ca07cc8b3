import type { Logger } from '#adapters/log.ts';
import type { Database } from '#db/client.ts';
import { rollOverViewDay, dropViewMonthsBefore, makeViewMonths } from '#db/queries/views.ts';

const monthsAhead = 2;
/** Rows of single views are kept for so many months before this one; their sums stay. */
const monthsKept = 25;

/** Starts a new day of the figures, creates the partitions of the next months, and drops the old ones. */
export async function pruneViews(options: { db: Database; log: Logger }): Promise<void> {
  const { db, log } = options;
  const now = new Date();
  await rollOverViewDay(db);
  await makeViewMonths(db, now, monthsFrom(now, monthsAhead));
  const dropped = await dropViewMonthsBefore(db, monthsFrom(now, -monthsKept));
  if (dropped.length > 0) log.info('Rows of old views were dropped; their totals stay', { tables: dropped });
}

function monthsFrom(moment: Date, months: number): Date {
  return new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + months, 1));
}
