import { sql } from 'kysely';

import type { Database } from '#db/client.ts';
import type { SiteSaveKind } from '#db/tables.ts';

export type SiteRevisionRow = {
  id: string;
  version: number;
  save_kind: SiteSaveKind;
  saved_by: string | null;
  saved_by_name: string | null;
  saved_at: Date;
  words: Record<string, unknown>;
  bytes: number;
};

/** The earlier states of a document, newest first. */
export function listSiteRevisionRows(db: Database, document: string): Promise<SiteRevisionRow[]> {
  return db
    .selectFrom('site_revisions as r')
    .leftJoin('users as u', 'u.id', 'r.saved_by')
    .leftJoin('profiles as a', 'a.user_id', 'r.saved_by')
    .select(['r.id', 'r.version', 'r.save_kind', 'r.saved_by', 'r.saved_at', 'r.words'])
    .select(sql<string | null>`coalesce(a.display_name, a.username, u.email)`.as('saved_by_name'))
    .select(sql<number>`octet_length(r.words::text)`.as('bytes'))
    .where('r.document', '=', document)
    .orderBy('r.version', 'desc')
    .orderBy('r.id')
    .execute();
}

export async function deleteSiteRevisions(db: Database, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('site_revisions').where('id', 'in', ids).execute();
}
