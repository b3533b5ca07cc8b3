import type { Database } from '#db/client.ts';
import { archivePendingChanges, deletePendingChanges } from '#db/queries/pending-changes.ts';

/** Ends the working draft of a post that is saved. One that the saver has not seen is kept among the revisions. */
export async function endPendingChanges(
  trx: Database,
  postId: string,
  seenVersion: number | null,
): Promise<void> {
  if (seenVersion === null) await archivePendingChanges(trx, postId);
  else await deletePendingChanges(trx, postId);
}
