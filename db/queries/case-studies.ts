import { sql, type SelectQueryBuilder } from 'kysely';

import type { Database } from '#db/client.ts';
import type { Tables } from '#db/tables.ts';
import { compiledOnce, type ValueOf } from './compiled-once.ts';
import { selectCards } from './public-posts.ts';
import { isOfKind, isScheduled } from './visibility.ts';

export function listPublicCaseStudies(db: Database, limit: number) {
  return inOrder(selectCaseStudies(db)).limit(limit).execute();
}

export type CaseStudyRow = Awaited<ReturnType<typeof listPublicCaseStudies>>[number];

/**
 * Public case studies that have one of these tags, or do a service of that name: those that share most first.
 * @param tags of a post
 */
export function listCaseStudiesLike(
  db: Database,
  tags: readonly { name: string; slug: string }[],
  limit: number,
) {
  const names = tags.map(({ name }) => name.toLowerCase());
  return caseStudiesLike(db, { names, slugs: tags.map(({ slug }) => slug), limit });
}

type Likeness = { names: string[]; slugs: string[]; limit: number };

const caseStudiesLike = compiledOnce((db, value: ValueOf<Likeness>) => {
  const shared = sql<number>`(
    (select count(*) from blog_post_tags pt join blog_tags t on t.id = pt.tag_id
      where pt.post_id = p.id and t.slug = any(${value('slugs')}::text[]))
    + (select count(*) from unnest(p.services) as service where lower(service) = any(${value('names')}::text[])))`;
  const query = selectCaseStudies(db)
    .where(sql<boolean>`${shared} > 0`)
    .orderBy(shared, 'desc');
  return inOrder(query).limit(value('limit'));
});

/** All case studies, public or not, in their order. */
export function listOrderedCaseStudies(db: Database, limit: number) {
  const query = db
    .selectFrom('blog_posts as p')
    .select(['p.id', 'p.slug', 'p.title', 'p.client', 'p.published', 'p.position'])
    .select(isScheduled('p').as('scheduled'))
    .where(isOfKind('p', ['case_study']));
  return inOrder(query).limit(limit).execute();
}

/** Puts these case studies first, in this order; the others have no place of their own afterwards. */
export async function setCaseStudyOrder(db: Database, ids: readonly string[]): Promise<void> {
  await sql`
    update blog_posts p set position = array_position(${[...ids]}::uuid[], p.id)
    where ${isOfKind('p', ['case_study'])}
      and p.position is distinct from array_position(${[...ids]}::uuid[], p.id)`.execute(db);
}

function selectCaseStudies(db: Database) {
  return selectCards(db, ['case_study'])
    .clearOrderBy()
    .select(['p.client', 'p.industry', 'p.services', 'p.results']);
}

/** Those without a place first, the newest before the others. */
function inOrder<O>(query: SelectQueryBuilder<Tables & { p: Tables['blog_posts'] }, 'p', O>) {
  return query
    .orderBy('p.position', (order) => order.asc().nullsFirst())
    .orderBy(sql`coalesce(p.published_at, p.created_at)`, 'desc')
    .orderBy('p.id', 'desc');
}
