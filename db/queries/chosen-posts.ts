import { sql, type RawBuilder } from 'kysely';

import type { Database } from '#db/client.ts';
import type { PostRow } from '#db/tables.ts';
import { indexedColumns, type IndexedPostRow } from './search.ts';

/** What the actions of the posts list need to know. Locks the rows until the transaction ends, always in the same order, so that two selections cannot deadlock. */
export function lockPosts(db: Database, ids: readonly string[]) {
  return db
    .selectFrom('blog_posts')
    .select([
      'id',
      'title',
      'is_untitled',
      'version',
      'published',
      'published_at',
      'first_published_at',
      'category_id',
      'author_id',
      'featured_image',
      'image_description',
      'kind',
      'client',
      'results',
      'quote',
      'quote_name',
      'quote_role',
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
        image_description = case when c.published then null else p.image_description end, ${saved(savedBy)}
    from unnest(
      ${changes.map(({ id }) => id)}::uuid[],
      ${changes.map(({ published }) => published)}::boolean[],
      ${changes.map(({ publishedAt }) => publishedAt)}::timestamptz[],
      ${changes.map(({ firstPublishedAt }) => firstPublishedAt)}::timestamptz[]
    ) as c (id, published, published_at, first_published_at)
    where p.id = c.id`.execute(db);
}

/** Sets the category or the author of posts. */
export async function setReference(
  db: Database,
  savedBy: string,
  ids: readonly string[],
  column: 'category_id' | 'author_id',
  { value, updatedAt }: { value: string | null; updatedAt: Date },
): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update blog_posts p set ${sql.ref(column)} = ${value}::uuid, updated_at = ${updatedAt}, ${saved(savedBy)}
    where p.id = any(${ids}::uuid[])`.execute(db);
}

/** For each post: how many tags it has, and how many of these. */
export async function countTagsOfPosts(db: Database, ids: readonly string[], tagIds: readonly string[]) {
  const { rows } = await sql<{ id: string; all: number; of_these: number }>`
    select v.id, count(t.tag_id) as all, count(*) filter (where t.tag_id = any(${tagIds}::uuid[])) as of_these
    from unnest(${ids}::uuid[]) as v (id) left join blog_post_tags t on t.post_id = v.id
    group by v.id`.execute(db);
  return new Map(rows.map(({ id, all, of_these }) => [id, { all, ofThese: of_these }]));
}

/** Adds tags to posts, or removes them. */
export async function changeTagsOfPosts(
  db: Database,
  savedBy: string,
  ids: readonly string[],
  { tagIds, way, updatedAt }: { tagIds: readonly string[]; way: 'add' | 'remove'; updatedAt: Date },
): Promise<void> {
  if (ids.length === 0) return;
  // First the posts: their revisions keep the tags that they had.
  await sql`
    update blog_posts p set updated_at = ${updatedAt}, ${saved(savedBy)} where p.id = any(${ids}::uuid[])`.execute(
    db,
  );
  await (
    way === 'remove'
      ? sql`delete from blog_post_tags where post_id = any(${ids}::uuid[]) and tag_id = any(${tagIds}::uuid[])`
      : sql`
        insert into blog_post_tags (post_id, tag_id)
        select p.id, t.id from unnest(${ids}::uuid[]) as p (id), unnest(${tagIds}::uuid[]) as t (id)
        on conflict do nothing`
  ).execute(db);
}

/** A post with the revision before its present version. */
export type PostWithRevision = Pick<
  LockedPostRow,
  'id' | 'title' | 'published' | 'published_at' | 'first_published_at' | 'category_id' | 'author_id'
> & { settings: Record<string, unknown>; saved_at: Date };

/** Locks the posts that are still at these versions. */
export async function lockPostsAt(db: Database, versions: readonly { id: string; version: number }[]) {
  const { rows } = await sql<PostWithRevision>`
    select p.id, p.title, p.published, p.published_at, p.first_published_at, p.category_id, p.author_id,
      r.settings, r.saved_at
    from unnest(
      ${versions.map(({ id }) => id)}::uuid[], ${versions.map(({ version }) => version)}::integer[]
    ) as v (id, version)
    join blog_posts p on p.id = v.id and p.version = v.version
    join blog_post_revisions r on r.post_id = p.id and r.version = p.version - 1 and r.save_kind <> 'discarded'
    order by p.id for update of p`.execute(db);
  return rows;
}

/** Gives posts back what the list can change. What was deleted since is left out. */
export async function restorePosts(
  db: Database,
  savedBy: string,
  posts: readonly {
    id: string;
    published: boolean;
    publishedAt: Date | null;
    firstPublishedAt: Date | null;
    categoryId: string | null;
    authorId: string | null;
    tagIds: readonly string[];
    updatedAt: Date;
  }[],
): Promise<void> {
  const earlier = sql`jsonb_to_recordset(${JSON.stringify(posts)}::jsonb) as e (
    id uuid, published boolean, "publishedAt" timestamptz, "firstPublishedAt" timestamptz, "categoryId" uuid,
    "authorId" uuid, "tagIds" uuid[], "updatedAt" timestamptz)`;
  await sql`
    update blog_posts p
    set published = e.published, published_at = e."publishedAt", first_published_at = e."firstPublishedAt",
      category_id = (select id from blog_categories where id = e."categoryId"),
      author_id = (select id from users where id = e."authorId"), updated_at = e."updatedAt", ${saved(savedBy)}
    from ${earlier} where p.id = e.id`.execute(db);
  await sql`
    delete from blog_post_tags t using ${earlier} where t.post_id = e.id and t.tag_id <> all(e."tagIds")`.execute(
    db,
  );
  await sql`
    insert into blog_post_tags (post_id, tag_id)
    select e.id, t.id from ${earlier} join blog_tags t on t.id = any(e."tagIds")
    on conflict do nothing`.execute(db);
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
    insert into slug_redirects (kind, slug, post_id)
    select 'post', slug, null from gone where first_published_at <= ${now}
    on conflict (kind, slug) do update set post_id = null`.execute(db);
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
