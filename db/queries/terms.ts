import { sql } from 'kysely';

import type { Database } from '#db/client.ts';

export type TermRow = { id: string; name: string; slug: string };

export function listCategories(db: Database): Promise<TermRow[]> {
  return categories(db).orderBy(byName).orderBy('id').execute();
}

export function listTags(db: Database): Promise<TermRow[]> {
  return tags(db).orderBy(byName).orderBy('id').execute();
}

export function findCategory(db: Database, id: string): Promise<TermRow | undefined> {
  return categories(db).where('id', '=', id).executeTakeFirst();
}

export function findCategoryBySlug(db: Database, slug: string): Promise<TermRow | undefined> {
  return categories(db).where('slug', '=', slug).executeTakeFirst();
}

export function findTagBySlug(db: Database, slug: string): Promise<TermRow | undefined> {
  return tags(db).where('slug', '=', slug).executeTakeFirst();
}

/** The names of tags, as far as they exist. */
export async function listTagNames(db: Database, ids: readonly string[]): Promise<string[]> {
  const rows = await tags(db)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy(byName)
    .execute();
  return rows.map(({ name }) => name);
}

/** Which of these categories or authors exist; locked, so that none is deleted before the transaction ends. */
export async function listExistingReferences(
  db: Database,
  column: 'category_id' | 'author_id',
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom(column === 'category_id' ? 'blog_categories' : 'users')
    .select('id')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('id')
    .forKeyShare()
    .execute();
  return new Set(rows.map(({ id }) => id));
}

const byName = sql<string>`lower(name)`;

function categories(db: Database) {
  return db.selectFrom('blog_categories').select(['id', 'name', 'slug']);
}

function tags(db: Database) {
  return db.selectFrom('blog_tags').select(['id', 'name', 'slug']);
}
