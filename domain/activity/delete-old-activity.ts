import type { Database } from '#db/client.ts';
import { deleteOldActivityRows } from '#db/queries/activity.ts';
import { inTransaction } from '#domain/core/context.ts';

const daysKept = 730;
const batchSize = 5_000;

/** Deletes entries of the activity log whose time is over. */
export async function deleteOldActivity(ctx: { db: Database }): Promise<number> {
  let total = 0;
  for (;;) {
    const deleted = await inTransaction(ctx, ({ db: trx }) =>
      deleteOldActivityRows(trx, daysKept, batchSize),
    );
    total += deleted;
    if (deleted < batchSize) return total;
  }
}
