import type { Database } from '#db/client.ts';
import { archiveWorkingDraft, deleteWorkingDraft } from '#db/queries/pending-changes.ts';

/** Ends the working draft of a post that is saved. One that the saver has not seen is kept among the revisions. */
export async function endWorkingDraft(
  trx: Database,
  postId: string,
  seenVersion: number | null,
): Promise<void> {
  if (seenVersion === null) await archiveWorkingDraft(trx, postId);
  else await deleteWorkingDraft(trx, postId);
}
