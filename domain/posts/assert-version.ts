import type { Database } from '#db/client.ts';
import { findPendingChangesVersion } from '#db/queries/pending-changes.ts';
import { versionConflict } from '#domain/editing/version-conflict.ts';
import { kinds, type PostKind } from '#domain/core/kinds.ts';
import type { Begun } from './begun.ts';

/**
 * Refuses a save that would overwrite a state of the post or of its pending changes that its author has not seen.
 * @throws conflict
 */
export async function assertVersion(
  trx: Database,
  before: { id: string; version: number; kind: PostKind },
  { version, pendingVersion = null }: Begun,
): Promise<void> {
  const isStale =
    before.version !== version ||
    (pendingVersion !== null && (await findPendingChangesVersion(trx, before.id)) !== pendingVersion);
  if (isStale) throw versionConflict(kinds[before.kind].noun);
}
