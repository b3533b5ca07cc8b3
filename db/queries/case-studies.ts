import { sql } from 'kysely';

import type { Database } from '#db/client.ts';
import { compiledOnce, type ValueOf } from './compiled-once.ts';
import { clientLogo } from './post-images.ts';
import { selectCards } from './public-posts.ts';
import { isOfKind, isReadableBy } from './visibility.ts';

/** Those without a place first, the newest before the others. */
export const caseStudyOrder = sql`
  p.position asc nulls first, coalesce(p.published_at, p.created_at) desc, p.id desc`;

export function listPublicCaseStudies(db: Database, limit: number) {
  return selectCaseStudies(db).orderBy(caseStudyOrder).limit(limit).execute();
}

export type CaseStudyRow = Awaited<ReturnType<typeof listPublicCaseStudies>>[number];

/** Public case studies that have one of these tags, or do a service of that name: those that share most first. */
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
    + (select count(*) from jsonb_array_elements_text(p.facts -> 'services') as service where lower(service) = any(${value('names')}::text[])))`;
  return selectCaseStudies(db)
    .where(sql<boolean>`${shared} > 0`)
    .orderBy(shared, 'desc')
    .orderBy(caseStudyOrder)
    .limit(value('limit'));
});

export type FactName = { fact: 'services' | 'technologies'; name: string };

/** The services and technologies of the case studies that a person may read, the most frequent first. */
export async function selectFactNames(db: Database, readerId: string | null): Promise<FactName[]> {
  const { rows } = await sql<FactName>`
    select fact, name from blog_posts p, unnest(array['services', 'technologies']) fact,
      jsonb_array_elements_text(case jsonb_typeof(p.facts -> fact) when 'array' then p.facts -> fact end) name
    where ${isOfKind('p', ['case_study'])} and ${isReadableBy('p', readerId)}
    group by fact, name order by count(*) desc, name`.execute(db);
  return rows;
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
    .select(['p.facts', 'p.client_logo', clientLogo('p').as('client_logo_facts')]);
}
