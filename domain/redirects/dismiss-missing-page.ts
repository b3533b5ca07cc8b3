import { deleteMissingPages } from '#db/queries/missing-pages.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { requirePermission } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { inTransaction } from '#domain/transaction.ts';
import { readablePath } from './path.ts';

/**
 * Takes an address off the list; the next request for it puts it there again. One that is off it already is fine.
 * @throws forbidden.
 */
export async function dismissMissingPage(ctx: DomainContext, path: string): Promise<void> {
  requirePermission(ctx, 'manage-redirects');
  await inTransaction(ctx, async ({ db: trx }) => {
    if ((await deleteMissingPages(trx, [path])) === 0) return;
    const subject = { id: null, label: readablePath(path) };
    await recordActivity(trx, ctx, { action: 'missing-page-dismissed', subject });
  });
}
