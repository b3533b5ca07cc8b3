import type { Database } from '#db/client.ts';
import { findPendingChangesVersion } from '#db/queries/pending-changes.ts';
import { conflict } from '#domain/errors.ts';

/**
 * Nobody saves over what they have not seen: neither the post nor its working draft.
 * @param save `draftVersion` is 0 for "there was none" and null from a caller that knows no working drafts.
 * @throws conflict
 */
export async function assertVersion(
  trx: Database,
  before: { id: string; version: number },
  save: { version: number; draftVersion: number | null },
): Promise<void> {
  const isStale =
    before.version !== save.version ||
    (save.draftVersion !== null && (await findPendingChangesVersion(trx, before.id)) !== save.draftVersion);
  if (isStale) {
    throw conflict('Somebody else saved this post after you opened it. Nothing you typed has been lost.');
  }
}
