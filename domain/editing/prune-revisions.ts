import type { Database } from '#db/client.ts';
import { deleteRevisions, listRevisionsOf, type Subject } from '#db/queries/revisions.ts';
import { revisionsToPrune } from './revisions-to-prune.ts';

/** Deletes revisions beyond the limits of `revisionsToPrune`. */
export async function pruneRevisions(trx: Database, subject: Subject, now: Date): Promise<void> {
  await deleteRevisions(trx, subject, revisionsToPrune(await listRevisionsOf(trx, subject), now), now);
}
