import { sql } from 'kysely';

import type { Database } from '#db/client.ts';

/** What the list's actions decide on. Never the body. */
export type LockedPostRow = {
  id: string;
  title: string;
  published: boolean;
  published_at: Date | null;
  first_published_at: Date | null;
  category_id: string | null;
};

/** Locks the rows until the transaction ends, always in the same order, so that two selections cannot block each other. */
export function lockPosts(db: Database, ids: readonly string[]): Promise<LockedPostRow[]> {
  return db
    .selectFrom('blog_posts')
    .select(['id', 'title', 'published', 'published_at', 'first_published_at', 'category_id'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Gives each post its own dates, in one statement. An edit of the text it is not, so `updated_at` stays. */
export async function setPublications(
  db: Database,
  savedBy: string,
  published: boolean,
  changes: readonly { id: string; publishedAt: Date | null; firstPublishedAt: Date | null }[],
): Promise<void> {
  if (changes.length === 0) return;
  await sql`
    update blog_posts p
    set published = ${published}, published_at = c.published_at, first_published_at = c.first_published_at,
        version = p.version + 1, saved_by = ${savedBy}, save_kind = 'other', save_key = gen_random_uuid()
    from unnest(
      ${changes.map(({ id }) => id)}::uuid[],
      ${changes.map(({ publishedAt }) => publishedAt)}::timestamptz[],
      ${changes.map(({ firstPublishedAt }) => firstPublishedAt)}::timestamptz[]
    ) as c (id, published_at, first_published_at)
    where p.id = c.id`.execute(db);
}

/** Files posts under a category or none. */
export async function setCategory(
  db: Database,
  ids: readonly string[],
  categoryId: string | null,
  save: { by: string; at: Date },
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('blog_posts')
    .set((eb) => ({
      category_id: categoryId,
      updated_at: save.at,
      version: eb('version', '+', 1),
      saved_by: save.by,
      save_kind: 'other',
      save_key: sql<string>`gen_random_uuid()`,
    }))
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
}

/** Deletes posts and remembers the addresses that visitors may know. Inside a transaction: it may take its time. */
export async function deletePosts(db: Database, ids: readonly string[], now: Date): Promise<void> {
  // A post can have millions of views.
  await sql`set local statement_timeout = 0`.execute(db);
  await sql`
    with gone as (
      delete from blog_posts where id = any(${ids}::uuid[]) returning slug, first_published_at
    )
    insert into blog_post_slug_redirects (slug, post_id)
    select slug, null from gone where first_published_at <= ${now}
    on conflict (slug) do update set post_id = null`.execute(db);
}

export async function findPostTitle(db: Database, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('blog_posts').select('title').where('id', '=', id).executeTakeFirst();
  return row?.title;
}

/**
 * Copies a post and its tags inside the database, unless the slug or the creation key is taken.
 * @returns undefined when something was taken.
 */
export async function copyPost(
  db: Database,
  id: string,
  copy: { title: string; slug: string; creationKey: string; authorId: string },
): Promise<{ id: string; excerpt: string | null; content: string } | undefined> {
  const { rows } = await sql<{ id: string; excerpt: string | null; content: string }>`
    with copy as (
      insert into blog_posts (title, slug, content, excerpt, category_id, featured_image, author_id, saved_by,
                              word_count, read_minutes, creation_key)
      select ${copy.title}, ${copy.slug}, content, excerpt, category_id, featured_image, ${copy.authorId}::uuid,
             ${copy.authorId}::uuid, word_count, read_minutes, ${copy.creationKey}::uuid
      from blog_posts where id = ${id}
      on conflict do nothing
      returning id, excerpt, content
    ), tagged as (
      insert into blog_post_tags (post_id, tag_id)
      select copy.id, t.tag_id from copy, blog_post_tags t where t.post_id = ${id}
    )
    select id, excerpt, content from copy`.execute(db);
  return rows[0];
}
