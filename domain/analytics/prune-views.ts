import type { Database } from '#db/client.ts';
import { beginViewDay, pruneViewRows } from '#db/queries/views.ts';

/** Rows of single views are kept for so many months; their totals stay. */
const monthsKept = 25;

/** Begins a new day of the figures, and deletes the rows of old views. @returns number of deleted rows */
export async function pruneViews({ db }: { db: Database }): Promise<number> {
  await beginViewDay(db);
  return pruneViewRows(db, monthsKept);
}
