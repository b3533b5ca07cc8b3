import type { Database } from '#db/client.ts';
import { rollOverViewDay, dropViewMonthsBefore, makeViewMonths } from '#db/queries/views.ts';

const monthsAhead = 2;
/** Rows of single views are kept for so many months before this one; their sums stay. */
const monthsKept = 25;

/**
 * Starts a new day of the figures, creates the partitions of the next months, and drops the old ones, whose sums stay.
 * @returns number of dropped partitions
 */
export async function pruneViews({ db }: { db: Database }): Promise<number> {
  const now = new Date();
  await rollOverViewDay(db);
  await makeViewMonths(db, now, monthsFrom(now, monthsAhead));
  return (await dropViewMonthsBefore(db, monthsFrom(now, -monthsKept))).length;
}

function monthsFrom(moment: Date, months: number): Date {
  return new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + months, 1));
}
