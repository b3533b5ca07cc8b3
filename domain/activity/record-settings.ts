import { listActivityFacts, lockActivityOf } from '#db/queries/activity.ts';
import type { Database } from '#db/client.ts';
import type { ActivityFacts } from '#db/column-types.ts';
import { inTransaction } from '#domain/transaction.ts';
import { changedFacts } from './changed-facts.ts';
import { recordActivity } from './record-activity.ts';

/**
 * Records which settings of the site differ from those of the last start. Of several instances that start with the same
 * settings, only one does.
 * @param settings without secrets.
 */
export async function recordSettings(ctx: { db: Database }, settings: ActivityFacts): Promise<void> {
  await inTransaction(ctx, async ({ db: trx }) => {
    await lockActivityOf(trx, 'settings-changed');
    const told = await listActivityFacts(trx, 'settings-changed');
    const unknown = Object.fromEntries(Object.keys(settings).map((name) => [name, null]));
    const changes = changedFacts(Object.assign(unknown, ...told), settings);
    if (changes === null) return;
    await recordActivity(
      trx,
      { actor: null, clientAddress: null },
      {
        action: 'settings-changed',
        by: { process: 'start' },
        subject: { id: null, label: 'the site' },
        ...(told.length === 0 ? {} : { before: changes.before }),
        after: changes.after,
      },
    );
  });
}
