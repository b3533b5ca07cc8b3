import { sql, type RawBuilder } from 'kysely';

import type { Database } from '#db/client.ts';
import type { PostKind } from '#db/tables.ts';
import { isOfTerm, termDescription, termTable, type TermKind } from './managed-terms.ts';
import { allRows, firstRow } from './outcome.ts';
import { selectCards } from './public-posts.ts';
import { isPublic } from './visibility.ts';

/** Public texts of a kind after this one, newest first. A date of JavaScript has no microseconds; the first condition is for the index. */
export function listPublicAfter(
  db: Database,
  kind: PostKind,
  after: { publishedAt: Date; id: string } | null,
  limit: number,
) {
  const query = selectCards(db, [kind]).limit(limit);
  if (after === null) return query.execute();
  return query
    .where('p.published_at', '<', new Date(after.publishedAt.getTime() + 1))
    .where(
      sql<boolean>`(date_trunc('milliseconds', p.published_at), p.id) < (${after.publishedAt}, ${after.id}::uuid)`,
    )
    .execute();
}

type TermRow = { id: string; name: string; slug: string; description: string | null };

/** Terms that have something public, by slug, after this one. @param byAuthors the kinds that show their authors */
export function listPublicTerms(
  db: Database,
  kind: TermKind,
  byAuthors: readonly PostKind[],
  after: string,
  limit: number,
) {
  return allRows<TermRow>(db)`
    ${selectTerms(kind)} where t.slug > ${after} and ${hasPublic(kind, byAuthors)}
    order by t.slug limit ${sql.lit(limit)}`;
}

export function findPublicTerm(db: Database, kind: TermKind, byAuthors: readonly PostKind[], slug: string) {
  return firstRow<TermRow>(db)`
    ${selectTerms(kind)} where t.slug = ${slug} and ${hasPublic(kind, byAuthors)}`;
}

function selectTerms(kind: TermKind): RawBuilder<unknown> {
  return sql`select t.id, t.name, t.slug, ${termDescription(kind)} as description from ${termTable(kind)} t`;
}

function hasPublic(kind: TermKind, byAuthors: readonly PostKind[]): RawBuilder<boolean> {
  const kinds = kind === 'author' ? byAuthors : (['post'] as const);
  return sql<boolean>`exists (
    select from blog_posts p where ${isOfTerm(kind, sql`t.id`)} and ${isPublic('p', kinds)})`;
}
