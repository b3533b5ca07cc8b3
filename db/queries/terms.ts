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

const byName = sql<string>`lower(name)`;

function categories(db: Database) {
  return db.selectFrom('blog_categories').select(['id', 'name', 'slug']);
}

function tags(db: Database) {
  return db.selectFrom('blog_tags').select(['id', 'name', 'slug']);
}
