import { sql } from 'kysely';

import type { Database } from '#db/client.ts';
import { mayDelete } from './clock.ts';
import { nameOf } from './profiles.ts';

/** Newest first, without their contents; the changes of a version that were discarded are newer than it. */
export function listRevisions(db: Database, postId: string) {
  return db
    .selectFrom('blog_post_revisions as r')
    .select(['r.id', 'r.version', 'r.save_kind', 'r.saved_by', 'r.saved_at'])
    .select(sql<number>`octet_length(r.content)`.as('bytes'))
    .select(nameOf('r.saved_by').as('saved_by_name'))
    .where('r.post_id', '=', postId)
    .orderBy('r.version', 'desc')
    .orderBy(sql`r.save_kind = 'discarded'`, 'desc')
    .orderBy('r.saved_at', 'desc')
    .orderBy('r.id', 'desc')
    .execute();
}

export function findRevision(db: Database, postId: string, id: string) {
  return revisionsOf(db, postId).where('id', '=', id).executeTakeFirst();
}

function revisionsOf(db: Database, postId: string) {
  return db.selectFrom('blog_post_revisions').select(['settings', 'content']).where('post_id', '=', postId);
}

/** The state of a post at a version, if it is still stored. */
export function findRevisionAt(db: Database, postId: string, version: number) {
  return revisionsOf(db, postId)
    .where('version', '=', version)
    .where('save_kind', '!=', 'discarded')
    .executeTakeFirst();
}

/** The earlier states of a document, newest first. */
export function listSiteRevisionRows(db: Database, document: string) {
  return db
    .selectFrom('site_revisions as r')
    .select(['r.id', 'r.version', 'r.save_kind', 'r.saved_by', 'r.saved_at', 'r.words'])
    .select(nameOf('r.saved_by').as('saved_by_name'))
    .select(sql<number>`octet_length(r.words::text)`.as('bytes'))
    .where('r.document', '=', document)
    .orderBy('r.version', 'desc')
    .orderBy('r.id')
    .execute();
}

/** The owner of earlier states: a post of any kind, or a document of Site. */
export type Subject = { post: string } | { document: string };

/** Newest first. */
export function listRevisionsOf(db: Database, subject: Subject) {
  return 'post' in subject ? listRevisions(db, subject.post) : listSiteRevisionRows(db, subject.document);
}

/** @param now by which they are too many or too old */
export async function deleteRevisions(
  db: Database,
  subject: Subject,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  const table = 'post' in subject ? 'blog_post_revisions' : 'site_revisions';
  if (ids.length > 0) await db.deleteFrom(table).where('id', 'in', ids).where(mayDelete(now)).execute();
}
