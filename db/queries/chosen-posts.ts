import { sql, type RawBuilder } from 'kysely';

import type { Database } from '#db/client.ts';
import type { PostRow } from '#db/tables.ts';
import { indexedColumns, type IndexedPostRow } from './search.ts';

/** What the actions of the posts list need to know of a post, without its content. */
export type LockedPostRow = {
  id: string;
  title: string;
  version: number;
  published: boolean;
  published_at: Date | null;
  first_published_at: Date | null;
  category_id: string | null;
  author_id: string | null;
  featured_image: string | null;
  image_description: string | null;
};

/** Locks the rows until the transaction ends, always in the same order, so that two selections cannot deadlock. */
export function lockPosts(db: Database, ids: readonly string[]): Promise<LockedPostRow[]> {
  return db
    .selectFrom('blog_posts')
    .select([
      'id',
      'title',
      'version',
      'published',
      'published_at',
      'first_published_at',
      'category_id',
      'author_id',
      'featured_image',
      'image_description',
    ])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
}

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
        image_description = case when c.published then null else p.image_description end, ${saved(savedBy)}
    from unnest(
      ${changes.map(({ id }) => id)}::uuid[],
      ${changes.map(({ published }) => published)}::boolean[],
      ${changes.map(({ publishedAt }) => publishedAt)}::timestamptz[],
      ${changes.map(({ firstPublishedAt }) => firstPublishedAt)}::timestamptz[]
    ) as c (id, published, published_at, first_published_at)
    where p.id = c.id`.execute(db);
}

/** Sets the category or the author of each post in one statement. */
export async function setReferences(
  db: Database,
  savedBy: string,
  column: 'category_id' | 'author_id',
  changes: readonly { id: string; value: string | null; updatedAt: Date }[],
): Promise<void> {
  if (changes.length === 0) return;
  await sql`
    update blog_posts p
    set ${sql.ref(column)} = c.value, updated_at = c.updated_at, ${saved(savedBy)}
    from unnest(
      ${changes.map(({ id }) => id)}::uuid[],
      ${changes.map(({ value }) => value)}::uuid[],
      ${changes.map(({ updatedAt }) => updatedAt)}::timestamptz[]
    ) as c (id, value, updated_at)
    where p.id = c.id`.execute(db);
}

/** The tags of posts, sorted; a post without tags is missing. */
export async function listTagsOfPosts(
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  const rows = await db
    .selectFrom('blog_post_tags')
    .select(['post_id', sql<string[]>`array_agg(tag_id order by tag_id)`.as('tag_ids')])
    .where('post_id', '=', sql<string>`any(${ids}::uuid[])`)
    .groupBy('post_id')
    .execute();
  return new Map(rows.map(({ post_id, tag_ids }) => [post_id, tag_ids]));
}

/** Replaces the tags of each post, for all posts together. Tags that do not exist are left out. */
export async function setTagsOfPosts(
  db: Database,
  savedBy: string,
  changes: readonly { id: string; tagIds: readonly string[]; updatedAt: Date }[],
): Promise<void> {
  if (changes.length === 0) return;
  const ids = changes.map(({ id }) => id);
  const pairs = changes.flatMap(({ id, tagIds }) => tagIds.map((tagId) => ({ id, tagId })));
  // First the posts: their revisions keep the tags that they had.
  await sql`
    update blog_posts p set updated_at = c.updated_at, ${saved(savedBy)}
    from unnest(
      ${ids}::uuid[], ${changes.map(({ updatedAt }) => updatedAt)}::timestamptz[]
    ) as c (id, updated_at)
    where p.id = c.id`.execute(db);
  const wanted = sql`unnest(
    ${pairs.map(({ id }) => id)}::uuid[], ${pairs.map(({ tagId }) => tagId)}::uuid[]
  ) as w (post_id, tag_id)`;
  await sql`
    delete from blog_post_tags t
    where t.post_id = any(${ids}::uuid[])
      and (t.post_id, t.tag_id) not in (select w.post_id, w.tag_id from ${wanted})`.execute(db);
  await sql`
    insert into blog_post_tags (post_id, tag_id)
    select w.post_id, w.tag_id from ${wanted} join blog_tags t on t.id = w.tag_id
    on conflict do nothing`.execute(db);
}

/** The settings of posts at a version, with the time of the last edit then. One that is no longer stored is missing. */
export async function listSettingsAt(
  db: Database,
  versions: readonly { id: string; version: number }[],
): Promise<{ post_id: string; settings: Record<string, unknown>; saved_at: Date }[]> {
  const { rows } = await sql<{ post_id: string; settings: Record<string, unknown>; saved_at: Date }>`
    select r.post_id, r.settings, r.saved_at
    from unnest(
      ${versions.map(({ id }) => id)}::uuid[], ${versions.map(({ version }) => version)}::integer[]
    ) as v (id, version)
    join blog_post_revisions r on r.post_id = v.id and r.version = v.version and r.save_kind <> 'discarded'`.execute(
    db,
  );
  return rows;
}

/** What every change from the list sets beside its own columns. */
function saved(by: string): RawBuilder<unknown> {
  return sql`version = p.version + 1, saved_by = ${by}, save_kind = 'other', save_key = gen_random_uuid()`;
}

/** Deletes posts and stores the slugs that visitors may know. Runs in a transaction, without a time limit. */
export async function deletePostRows(db: Database, ids: readonly string[], now: Date): Promise<void> {
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
 * @param copy.columns to copy beside the content
 * @returns undefined when something was taken.
 */
export async function copyPost(
  db: Database,
  id: string,
  copy: {
    title: string;
    slug: string;
    creationKey: string;
    authorId: string;
    columns: readonly (keyof PostRow)[];
  },
): Promise<({ id: string } & IndexedPostRow) | undefined> {
  const columns = sql.join(
    ['content', 'word_count', 'read_minutes', ...copy.columns].map((column) => sql.ref(column)),
  );
  const { rows } = await sql<{ id: string } & IndexedPostRow>`
    with copy as (
      insert into blog_posts (title, slug, author_id, saved_by, creation_key, ${columns})
      select ${copy.title}, ${copy.slug}, ${copy.authorId}::uuid, ${copy.authorId}::uuid,
             ${copy.creationKey}::uuid, ${columns}
      from blog_posts where id = ${id}
      on conflict do nothing
      returning id, ${indexedColumns('blog_posts')}
    ), tagged as (
      insert into blog_post_tags (post_id, tag_id)
      select copy.id, t.tag_id from copy, blog_post_tags t where t.post_id = ${id}
    )
    select id, ${indexedColumns('copy')} from copy`.execute(db);
  return rows[0];
}
