import type { Database } from '#db/client.ts';
import { archivePendingChanges, deletePendingChanges } from '#db/queries/pending-changes.ts';

/** Ends the pending changes of a post that is saved. They become a revision when the caller has not seen them. */
export async function endPendingChanges(
  trx: Database,
  postId: string,
  seenVersion: number | null,
): Promise<void> {
  if (seenVersion === null) await archivePendingChanges(trx, postId);
  else await deletePendingChanges(trx, postId);
}
