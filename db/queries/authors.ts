import { sql, type RawBuilder } from 'kysely';

import type { Database } from '#db/client.ts';
import type { PostKind } from '#db/tables.ts';
import { isPublic } from './visibility.ts';

/** The id of the author that visitors see beside a post: the one that it names, else that of the account of its author. */
export function shownAuthor(alias: 'p' | 'other'): RawBuilder<string | null> {
  const post = sql.table(alias);
  return sql<string | null>`coalesce(${post}.public_author_id,
    (select own.id from authors own where own.user_id = ${post}.author_id))`;
}

/** Joins that author as `w`. */
export function joinAuthor(alias: 'p' | 'other'): RawBuilder<unknown> {
  return sql`left join authors w on w.id = ${shownAuthor(alias)}`;
}

/** The name of the author `w`, else the display name of the profile `a`. */
export const authorName = sql<string | null>`coalesce(w.name, a.display_name)`;

/** True if visitors see this author beside the post `p`, as the indexes answer it. */
export function isByAuthor(id: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(p.public_author_id = ${id}
    or (p.public_author_id is null and p.author_id = (select own.user_id from authors own where own.id = ${id})))`;
}

/** An author with the address of the portrait. */
export function findAuthorRow(db: Database, by: { id: string } | { slug: string } | { userId: string }) {
  const [column, value] =
    'id' in by
      ? (['a.id', by.id] as const)
      : 'slug' in by
        ? (['a.slug', by.slug] as const)
        : (['a.user_id', by.userId] as const);
  return db
    .selectFrom('authors as a')
    .leftJoin('images as i', 'i.id', 'a.portrait_id')
    .select([
      'a.id',
      'a.name',
      'a.slug',
      'a.role',
      'a.bio',
      'a.links',
      'a.user_id',
      'i.folder',
      'i.name as image',
    ])
    .where(column, '=', value)
    .executeTakeFirst();
}

/** Links an author with an account, unless one is linked already. */
export async function linkAccount(db: Database, id: string, userId: string): Promise<void> {
  await db
    .updateTable('authors')
    .set({ user_id: userId })
    .where('id', '=', id)
    .where('user_id', 'is', null)
    .execute();
}

/**
 * Authors with a public post of these kinds whose name or role matches, by name.
 * @param wanted a value of `tsquery`
 */
export function findAuthorsByWords(
  db: Database,
  wanted: string,
  kinds: readonly PostKind[],
  limit: number,
): Promise<{ name: string; slug: string; role: string | null }[]> {
  return db
    .selectFrom('authors as a')
    .select(['a.name', 'a.slug', 'a.role'])
    .where(sql<boolean>`a.document @@ ${wanted}::tsquery`)
    .where(
      sql<boolean>`exists (select from blog_posts p where ${isPublic('p', kinds)} and ${isByAuthor(sql`a.id`)})`,
    )
    .orderBy(({ fn }) => fn<string>('lower', ['a.name']))
    .orderBy('a.id')
    .limit(limit)
    .execute();
}
