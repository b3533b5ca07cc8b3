import type { Database } from '#db/client.ts';
import { deleteActivityBefore } from '#db/queries/activity.ts';
import { inTransaction } from '#domain/transaction.ts';
import type { ActivityAction } from './actions.ts';

const batchSize = 5_000;
const day = 24 * 3_600_000;

/** Holds no personal data, and the next start reads from it which settings have changed. */
const kept: ActivityAction = 'settings-changed';

/**
 * Deletes entries of the activity log that are older than `daysKept` days.
 * @returns how many.
 */
export async function deleteOldActivity(
  ctx: { db: Database; now: () => Date },
  daysKept: number,
): Promise<number> {
  const before = new Date(ctx.now().getTime() - daysKept * day);
  let total = 0;
  for (;;) {
    const deleted = await inTransaction(ctx, ({ db: trx }) =>
      deleteActivityBefore(trx, before, { except: kept, limit: batchSize }),
    );
    total += deleted;
    if (deleted < batchSize) return total;
  }
}
