import { sql } from 'kysely';

import type { Database } from '#db/client.ts';

/**
 * Returns the facts that the actions of the posts list need. Locks the rows until the transaction ends, always in the
 * same order, so that two selections cannot deadlock.
 */
export function lockPosts(db: Database, ids: readonly string[]) {
  return db
    .selectFrom('blog_posts')
    .select([
      'id',
      'title',
      'slug',
      'is_untitled',
      'version',
      'published',
      'published_at',
      'first_published_at',
      'featured_image',
      'image_description',
      'kind',
      'facts',
    ])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
}

export type LockedPostRow = Awaited<ReturnType<typeof lockPosts>>[number];

/** Sets the state and the dates of each post in one statement. `updated_at` stays, because the text was not edited. */
export async function setPublications(
  db: Database,
  savedBy: string,
  changes: readonly {
    id: string;
    published: boolean;
    publishedAt: Date | null;
    firstPublishedAt: Date | null;
  }[],
): Promise<void> {
  if (changes.length === 0) return;
  await sql`
    update blog_posts p
    set published = c.published, published_at = c.published_at, first_published_at = c.first_published_at,
        image_description = case when c.published then null else p.image_description end, version = p.version + 1, saved_by = ${savedBy}, save_kind = 'other', save_key = gen_random_uuid()
    from unnest(
      ${changes.map(({ id }) => id)}::uuid[],
      ${changes.map(({ published }) => published)}::boolean[],
      ${changes.map(({ publishedAt }) => publishedAt)}::timestamptz[],
      ${changes.map(({ firstPublishedAt }) => firstPublishedAt)}::timestamptz[]
    ) as c (id, published, published_at, first_published_at)
    where p.id = c.id`.execute(db);
}

/** Deletes posts and stores the slugs that visitors may know. Runs in a transaction, without a time limit. */
export async function deletePostRows(db: Database, ids: readonly string[], now: Date): Promise<void> {
  // A post can have millions of views.
  await sql`set local statement_timeout = 0`.execute(db);
  await sql`
    with gone as (
      delete from blog_posts where id = any(${ids}::uuid[]) returning slug, first_published_at
    )
    insert into slug_redirects (kind, slug, post_id)
    select 'post', slug, null from gone where first_published_at <= ${now}
    on conflict (kind, slug) do update set post_id = null`.execute(db);
}

export async function findPostTitle(db: Database, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('blog_posts').select('title').where('id', '=', id).executeTakeFirst();
  return row?.title;
}
