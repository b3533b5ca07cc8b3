import { sql } from 'kysely';

import type { Database } from '#db/client.ts';

/** Texts beside those of posts themselves, each in a table with a key of its own. */
export type OtherBodies = 'pending changes' | 'revisions';

export type StoredBody = { id: string; content: string };

const firstKey = '00000000-0000-0000-0000-000000000000';

/** @param after the key of the last one before; null for the first ones. In the order of their keys. */
export function listPostBodies(db: Database, after: string | null, limit: number): Promise<StoredBody[]> {
  return db
    .selectFrom('blog_posts')
    .select(['id', 'content'])
    .where('id', '>', after ?? firstKey)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** @param after the key of the last one before; null for the first ones. In the order of their keys. */
export function listOtherBodies(db: Database, kind: OtherBodies, after: string | null, limit: number) {
  return kind === 'revisions'
    ? db
        .selectFrom('blog_post_revisions')
        .select(['id', 'content'])
        .where('id', '>', after ?? firstKey)
        .orderBy('id')
        .limit(limit)
        .execute()
    : db
        .selectFrom('blog_post_pending_changes')
        .select(['post_id as id', 'content'])
        .where('post_id', '>', after ?? firstKey)
        .orderBy('post_id')
        .limit(limit)
        .execute();
}

/** Replaces the text of a post that is locked. No save: version, date and author stay. */
export async function replacePostBody(
  trx: Database,
  id: string,
  body: { content: string; word_count: number; read_minutes: number },
): Promise<void> {
  await trx.updateTable('blog_posts').set(body).where('id', '=', id).execute();
}

/** Replaces a text unless it has changed meanwhile. @returns whether it was replaced */
export async function replaceOtherBody(
  db: Database,
  kind: OtherBodies,
  id: string,
  content: { before: string; after: string },
): Promise<boolean> {
  const { numUpdatedRows } = await (kind === 'revisions'
    ? db
        .updateTable('blog_post_revisions')
        .set({ content: content.after })
        .where('id', '=', id)
        .where('content', '=', content.before)
        .executeTakeFirst()
    : db
        .updateTable('blog_post_pending_changes')
        .set({ content: content.after })
        .where('post_id', '=', id)
        .where('content', '=', content.before)
        .executeTakeFirst());
  return numUpdatedRows > 0n;
}

/** How many texts are stored. */
export async function countBodies(db: Database) {
  const { rows } = await sql<{ posts: number; pendingChanges: number; revisions: number }>`select
    (select count(*) from blog_posts) as posts,
    (select count(*) from blog_post_pending_changes) as "pendingChanges",
    (select count(*) from blog_post_revisions) as revisions`.execute(db);
  return rows[0] ?? { posts: 0, pendingChanges: 0, revisions: 0 };
}
