import { sql, type Insertable } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';

import type { Database } from '#db/client.ts';
import type { PostRow, Tables } from '#db/tables.ts';
import { presentTags } from './managed-terms.ts';
import { withWhole } from './public-posts.ts';
import { isOfKind, isReadableBy, isScheduled } from './visibility.ts';
import { oneRow } from './outcome.ts';
import { nameOf } from './profiles.ts';

/** A post with everything that the form needs, if the reader may read it. */
export async function findPost(db: Database, id: string, readerId: string | null = null) {
  const row = await db
    .selectFrom('blog_posts as p')
    .selectAll('p')
    .select(isScheduled('p').as('scheduled'))
    .select(nameOf('p.saved_by').as('saved_by_name'))
    .select(({ selectFrom }) =>
      jsonArrayFrom(
        selectFrom('blog_post_tags as pt').select('pt.tag_id').whereRef('pt.post_id', '=', 'p.id'),
      ).as('tags'),
    )
    .where('p.id', '=', id)
    .where(isReadableBy('p', readerId))
    .executeTakeFirst();
  if (!row) return undefined;
  const { tags, ...post } = row;
  return { ...post, tag_ids: tags.map(({ tag_id }) => tag_id) };
}

/** A post for its preview, if the reader may read it: names instead of ids. */
export function findPostForPreview(db: Database, id: string, readerId: string | null = null) {
  return withWhole(db.selectFrom('blog_posts as p'))
    .select(['p.published', 'p.image_description', isScheduled('p').as('scheduled')])
    .where('p.id', '=', id)
    .where(isReadableBy('p', readerId))
    .executeTakeFirst();
}

export type PreviewRow = NonNullable<Awaited<ReturnType<typeof findPostForPreview>>>;

/** The names for the ids of a revision or of pending changes. */
export async function findNamesOf(
  db: Database,
  state: {
    categoryId: string | null;
    authorId: string | null;
    publicAuthorId: string | null;
    tagIds: readonly string[];
  },
) {
  const row = await db
    .selectNoFrom((eb) => [
      jsonObjectFrom(
        eb.selectFrom('blog_categories').select(['name', 'slug']).where('id', '=', state.categoryId),
      ).as('category'),
      jsonObjectFrom(
        eb.selectFrom('profiles').select(['display_name', 'username']).where('user_id', '=', state.authorId),
      ).as('author'),
      jsonObjectFrom(
        eb
          .selectFrom('authors')
          .select(['name', 'slug'])
          .where((own) =>
            state.publicAuthorId === null
              ? own('user_id', '=', state.authorId)
              : own('id', '=', state.publicAuthorId),
          ),
      ).as('public_author'),
      jsonArrayFrom(
        eb
          .selectFrom('blog_tags')
          .select(['id', 'name', 'slug'])
          .where('id', 'in', presentTags(state.tagIds))
          .orderBy(({ fn }) => fn<string>('lower', ['name'])),
      ).as('tags'),
    ])
    .executeTakeFirstOrThrow();
  return {
    category_name: row.category?.name ?? null,
    category_slug: row.category?.slug ?? null,
    author_display_name: row.public_author?.name ?? row.author?.display_name ?? null,
    author_username: row.author?.username ?? null,
    author_slug: row.public_author?.slug ?? null,
    tags: row.tags,
  };
}

/**
 * Locks the row until the transaction ends, so that a save overwrites the state that it has read; only a row that the
 * reader may read.
 */
export function lockPost(
  db: Database,
  id: string,
  readerId: string | null = null,
): Promise<PostRow | undefined> {
  return db
    .selectFrom('blog_posts as p')
    .selectAll()
    .where('id', '=', id)
    .where(isReadableBy('p', readerId))
    .forUpdate()
    .executeTakeFirst();
}

const storedColumns = [
  'id',
  'slug',
  'published',
  'published_at as publishedAt',
  'version',
  'updated_at as updatedAt',
  'save_key as saveKey',
] as const;

export type StoredPost = NonNullable<Awaited<ReturnType<typeof findStored>>>;

/** The post with this id, or with the creation key of the form that created it. */
export function findStored(db: Database, by: { id: string } | { creation_key: string }) {
  return db
    .selectFrom('blog_posts')
    .select(storedColumns)
    .where((the) => the.and(by))
    .executeTakeFirst();
}

/**
 * Inserts a post, or overwrites the one with this id; then a trigger stores the earlier state as a revision.
 * @returns undefined when the slug is taken, null when there is another post with the creation key
 * @throws the driver's unique violation when the slug of an overwritten post is taken at the same time
 */
export async function putPost(
  db: Database,
  id: string | null,
  post: Insertable<Tables['blog_posts']> & { creation_key: string },
): Promise<StoredPost | null | undefined> {
  if (id !== null) {
    const { creation_key: _, ...changes } = post;
    return db
      .updateTable('blog_posts')
      .set(changes)
      .set((eb) => ({ version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('blog_posts as o')
              .select('o.id')
              .where('o.slug', '=', post.slug)
              .where('o.id', '!=', id),
          ),
        ),
      )
      .returning(storedColumns)
      .executeTakeFirst();
  }
  const inserted = await db
    .insertInto('blog_posts')
    .values(post)
    .onConflict((conflict) => conflict.doNothing())
    .returning(storedColumns)
    .executeTakeFirst();
  return inserted ?? ((await findStored(db, { creation_key: post.creation_key })) ? null : undefined);
}

/** Sets the tags of a post. Deleted tags are left out. */
export async function replacePostTags(
  db: Database,
  postId: string,
  tagIds: readonly string[],
): Promise<void> {
  await db
    .deleteFrom('blog_post_tags')
    .where('post_id', '=', postId)
    .where('tag_id', 'not in', presentTags(tagIds))
    .execute();
  if (tagIds.length === 0) return;
  await db
    .insertInto('blog_post_tags')
    .columns(['post_id', 'tag_id'])
    .expression((eb) =>
      eb
        .selectFrom('blog_tags')
        .select([sql<string>`${postId}::uuid`.as('post_id'), 'id as tag_id'])
        .where('id', 'in', presentTags(tagIds)),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Numbers of what belongs to posts. */
export function countAroundPosts(db: Database) {
  return oneRow<{ categories: number; tags: number; admins: number }>(db)`
    select
      (select count(*) from blog_categories) as categories,
      (select count(*) from blog_tags) as tags,
      (select count(*) from admin_users) as admins`;
}

/** The newest posts. @param draftsOf an account: only its drafts; null: all posts */
export function listRecentPosts(db: Database, draftsOf: string | null, limit: number) {
  return db
    .selectFrom('blog_posts as p')
    .leftJoin('blog_categories as c', 'c.id', 'p.category_id')
    .select([
      'p.id',
      'p.title',
      'p.published',
      isScheduled('p').as('scheduled'),
      'p.created_at as createdAt',
      'c.name as category',
    ])
    .where(isOfKind('p', ['post']))
    .$if(draftsOf !== null, (query) =>
      query.where('p.author_id', '=', draftsOf).where('p.published', '=', false),
    )
    .orderBy('p.created_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(sql.lit(limit))
    .execute();
}
