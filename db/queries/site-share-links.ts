import { sql } from 'kysely';

import type { Database } from '#db/client.ts';
import type { ShareLinkRow } from './share-links.ts';

/** The clock is that of the database, as for every rule of visibility. */
export function insertSiteShareLink(
  db: Database,
  link: { document: string; createdBy: string; tokenHash: Buffer; days: number },
): Promise<{ id: string; expires_at: Date }> {
  return db
    .insertInto('site_share_links')
    .values({
      document: link.document,
      created_by: link.createdBy,
      token_hash: link.tokenHash,
      expires_at: sql<Date>`now() + make_interval(days => ${link.days})`,
    })
    .returning(['id', 'expires_at'])
    .executeTakeFirstOrThrow();
}

/** The links of a document that have not expired, newest first. */
export function listSiteShareLinkRows(db: Database, document: string): Promise<ShareLinkRow[]> {
  return db
    .selectFrom('site_share_links as l')
    .innerJoin('users as u', 'u.id', 'l.created_by')
    .leftJoin('profiles as a', 'a.user_id', 'l.created_by')
    .select(['l.id', 'l.created_at', 'l.expires_at'])
    .select(sql<string>`coalesce(a.display_name, a.username, u.email)`.as('created_by_name'))
    .where('l.document', '=', document)
    .where('l.expires_at', '>', sql<Date>`now()`)
    .orderBy('l.created_at', 'desc')
    .orderBy('l.id')
    .execute();
}

export async function deleteSiteShareLink(db: Database, document: string, id: string): Promise<void> {
  await db.deleteFrom('site_share_links').where('document', '=', document).where('id', '=', id).execute();
}

export async function deleteExpiredSiteShareLinks(db: Database, document: string): Promise<void> {
  await db
    .deleteFrom('site_share_links')
    .where('document', '=', document)
    .where('expires_at', '<=', sql<Date>`now()`)
    .execute();
}

/** The document of a link that has not expired. */
export async function findSharedDocumentName(db: Database, tokenHash: Buffer): Promise<string | undefined> {
  const row = await db
    .selectFrom('site_share_links')
    .select('document')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return row?.document;
}
