import type { Database } from '#db/client.ts';
import { deleteSiteRevisions, listSiteRevisionRows } from '#db/queries/site-revisions.ts';
import { revisionsToPrune } from '#domain/posts/revisions-to-prune.ts';
import type { DocumentName } from './site-words.ts';

/** Deletes revisions of a document beyond the limits that those of a post have. */
export async function pruneSiteRevisions(trx: Database, name: DocumentName, now: Date): Promise<void> {
  const rows = await listSiteRevisionRows(trx, name);
  const kept = rows.map((row) => ({
    id: row.id,
    kind: row.save_kind === 'autosave' ? ('autosave' as const) : ('save' as const),
    savedBy: row.saved_by,
    savedAt: row.saved_at,
    bytes: row.bytes,
    isNamed: false,
  }));
  await deleteSiteRevisions(trx, revisionsToPrune(kept, now));
}
