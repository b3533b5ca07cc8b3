import type { Database } from '#db/client.ts';

export type TermRow = { id: string; name: string; slug: string };

export function listCategories(db: Database): Promise<TermRow[]> {
  return db
    .selectFrom('blog_categories')
    .select(['id', 'name', 'slug'])
    .orderBy(({ fn }) => fn<string>('lower', ['name']))
    .orderBy('id')
    .execute();
}

export function listTags(db: Database): Promise<TermRow[]> {
  return db
    .selectFrom('blog_tags')
    .select(['id', 'name', 'slug'])
    .orderBy(({ fn }) => fn<string>('lower', ['name']))
    .orderBy('id')
    .execute();
}

export function findCategory(db: Database, id: string): Promise<TermRow | undefined> {
  return db
    .selectFrom('blog_categories')
    .select(['id', 'name', 'slug'])
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function findCategoryId(db: Database, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('blog_categories').select('id').where('id', '=', id).executeTakeFirst();
  return row?.id;
}

export function findCategoryBySlug(db: Database, slug: string): Promise<TermRow | undefined> {
  return db
    .selectFrom('blog_categories')
    .select(['id', 'name', 'slug'])
    .where('slug', '=', slug)
    .executeTakeFirst();
}

export function findTagBySlug(db: Database, slug: string): Promise<TermRow | undefined> {
  return db
    .selectFrom('blog_tags')
    .select(['id', 'name', 'slug'])
    .where('slug', '=', slug)
    .executeTakeFirst();
}

export async function countTerms(db: Database): Promise<{ categories: number; tags: number }> {
  return db
    .selectNoFrom(({ selectFrom, fn }) => [
      selectFrom('blog_categories')
        .select(fn.countAll<number>().as('n'))
        .$asScalar()
        .$notNull()
        .as('categories'),
      selectFrom('blog_tags').select(fn.countAll<number>().as('n')).$asScalar().$notNull().as('tags'),
    ])
    .executeTakeFirstOrThrow();
}
