import type { Database } from '#db/client.ts';
import { findPendingChangesVersion } from '#db/queries/pending-changes.ts';
import { versionConflict } from '#domain/editing/version-conflict.ts';
import { kinds, type PostKind } from '#domain/kinds.ts';

/**
 * Refuses a save that would overwrite a state of the post or of its pending changes that its author has not seen.
 * @param save.pendingVersion version of the pending changes, 0 for none; null from a caller that does not know them
 * @throws conflict
 */
export async function assertVersion(
  trx: Database,
  before: { id: string; version: number; kind: PostKind },
  save: { version: number; pendingVersion: number | null },
): Promise<void> {
  const isStale =
    before.version !== save.version ||
    (save.pendingVersion !== null &&
      (await findPendingChangesVersion(trx, before.id)) !== save.pendingVersion);
  if (isStale) throw versionConflict(kinds[before.kind].noun);
}
