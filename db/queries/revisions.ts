import { sql } from 'kysely';

import type { Database } from '#db/client.ts';
import type { SaveKind } from '#db/tables.ts';

/** A revision without its content, for lists and for pruning. */
export type RevisionRow = {
  id: string;
  version: number;
  save_kind: SaveKind | 'discarded';
  saved_by: string | null;
  saved_at: Date;
  /** Of the content. */
  bytes: number;
  saved_by_name: string | null;
  name: string | null;
  /** What differs from the state `changes_since`, in words; null when it was not compared yet. */
  changes: string | null;
  changes_since: string | null;
};

/** Newest first; the changes of a version that were discarded are newer than it. */
export function listRevisions(db: Database, postId: string): Promise<RevisionRow[]> {
  return db
    .selectFrom('blog_post_revisions as r')
    .leftJoin('users as u', 'u.id', 'r.saved_by')
    .leftJoin('profiles as a', 'a.user_id', 'r.saved_by')
    .select(['r.id', 'r.version', 'r.save_kind', 'r.saved_by', 'r.saved_at'])
    .select(['r.name', 'r.changes', 'r.changes_since'])
    .select(sql<number>`octet_length(r.content)`.as('bytes'))
    .select(sql<string | null>`coalesce(a.display_name, a.username, u.email)`.as('saved_by_name'))
    .where('r.post_id', '=', postId)
    .orderBy('r.version', 'desc')
    .orderBy(sql`r.save_kind = 'discarded'`, 'desc')
    .orderBy('r.saved_at', 'desc')
    .orderBy('r.id', 'desc')
    .execute();
}

export function findRevision(db: Database, postId: string, id: string) {
  return db
    .selectFrom('blog_post_revisions')
    .select(['id', 'version', 'settings', 'content'])
    .where('id', '=', id)
    .where('post_id', '=', postId)
    .executeTakeFirst();
}

/** The state of a post at a version, if it is still stored. */
export function findRevisionAt(db: Database, postId: string, version: number) {
  return db
    .selectFrom('blog_post_revisions')
    .select(['id', 'version', 'settings', 'content'])
    .where('post_id', '=', postId)
    .where('version', '=', version)
    .where('save_kind', '!=', 'discarded')
    .executeTakeFirst();
}

/** Several revisions of a post with their content, in no order. */
export function findRevisions(db: Database, postId: string, ids: readonly string[]) {
  return db
    .selectFrom('blog_post_revisions')
    .select(['id', 'settings', 'content'])
    .where('post_id', '=', postId)
    .where('id', 'in', ids)
    .execute();
}

export type ComparedRevision = { id: string; changes: string; since: string };

/** Notes what differs from the states before. No error for a revision that was deleted. */
export async function noteChanges(db: Database, compared: readonly ComparedRevision[]): Promise<void> {
  await sql`
    update blog_post_revisions r set changes = c.changes, changes_since = c.since
    from jsonb_to_recordset(${JSON.stringify(compared)}::jsonb) as c (id uuid, changes text, since uuid)
    where r.id = c.id`.execute(db);
}

/** @returns whether the post has the revision */
export async function setRevisionName(
  db: Database,
  postId: string,
  id: string,
  name: string | null,
): Promise<boolean> {
  const row = await db
    .updateTable('blog_post_revisions')
    .set({ name })
    .where('id', '=', id)
    .where('post_id', '=', postId)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** How many revisions of a post other than this one have a name. */
export async function countOtherNamedRevisions(db: Database, postId: string, id: string): Promise<number> {
  const { named } = await db
    .selectFrom('blog_post_revisions')
    .select(({ fn }) => fn.countAll<number>().as('named'))
    .where('post_id', '=', postId)
    .where('id', '!=', id)
    .where('name', 'is not', null)
    .executeTakeFirstOrThrow();
  return named;
}

/**
 * Stores the current state of a post as a revision, as the next save of it would do (`store_post_revision`), which stores
 * no second one. @returns its id; undefined for a post that does not exist or has this state stored already
 */
export async function storeCurrentRevision(db: Database, postId: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`select store_current_revision(${postId}) as id`.execute(db);
  return rows[0]?.id;
}

/** The earlier states of a document, newest first. */
export function listSiteRevisionRows(db: Database, document: string) {
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

/** What keeps its earlier states: a post of any kind, or a document of Site. */
export type Subject = { post: string } | { document: string };

/** Newest first. */
export function listRevisionsOf(db: Database, subject: Subject) {
  return 'post' in subject ? listRevisions(db, subject.post) : listSiteRevisionRows(db, subject.document);
}

export async function deleteRevisions(db: Database, subject: Subject, ids: readonly string[]): Promise<void> {
  const table = 'post' in subject ? 'blog_post_revisions' : 'site_revisions';
  if (ids.length > 0) await db.deleteFrom(table).where('id', 'in', ids).execute();
}
