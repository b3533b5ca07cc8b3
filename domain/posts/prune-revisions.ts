import type { Database } from '#db/client.ts';
import { deleteRevisions, listRevisions } from '#db/queries/revisions.ts';
import { revisionsToPrune } from './revisions-to-prune.ts';

/** Deletes revisions of a post beyond the limits of `revisionsToPrune`. */
export async function pruneRevisions(trx: Database, postId: string, now: Date): Promise<void> {
  const rows = await listRevisions(trx, postId);
  const kept = rows.map((row) => ({
    id: row.id,
    kind: row.save_kind,
    savedBy: row.saved_by,
    savedAt: row.saved_at,
    bytes: row.bytes,
    isNamed: row.name !== null,
  }));
  await deleteRevisions(trx, revisionsToPrune(kept, now));
}
