import type { Database } from '#db/client.ts';
import { deleteMissingPagesUnseenSince } from '#db/queries/missing-pages.ts';

/** Days after which an address that is not asked for any more is deleted. */
export const missingPageDays = 90;

/** @returns how many. */
export function deleteOldMissingPages(ctx: { db: Database; now: () => Date }): Promise<number> {
  const since = new Date(ctx.now().getTime() - missingPageDays * 24 * 3_600_000);
  return deleteMissingPagesUnseenSince(ctx.db, since);
}
