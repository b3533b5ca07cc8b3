import { sql, type RawBuilder } from 'kysely';

import type { PostKind } from '#db/tables.ts';

/**
 * The one rule of what is public: published, the date has come, and of one of these kinds. Every public read goes through
 * it and names its kinds. The clock is the database's, so that all instances agree.
 */
export function isPublic(alias: 'p' | 'other', kinds: readonly PostKind[]): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(`${alias}.published`)} and ${sql.ref(`${alias}.published_at`)} <= now()
    and ${isOfKind(alias, kinds)})`;
}

/**
 * True if a person may read it in the admin: what is public and what is theirs.
 * @param readerId null for who may read every text
 */
export function isReadableBy(alias: 'p', readerId: string | null): RawBuilder<boolean> {
  if (readerId === null) return sql<boolean>`true`;
  const published = sql`${sql.ref(`${alias}.published`)} and ${sql.ref(`${alias}.published_at`)} <= now()`;
  return sql<boolean>`(${published} or ${sql.ref(`${alias}.author_id`)} = ${readerId})`;
}

/** A kind of posts, whose addresses are this folder and `/slug`. */
export type KindFolder = { kind: PostKind; folder: string };

/** As literals, which the conditions of partial indexes need. */
export function isOfKind(alias: 'p' | 'other', kinds: readonly PostKind[]): RawBuilder<boolean> {
  const kind = sql.ref(`${alias}.kind`);
  const [only] = kinds;
  if (only === undefined) return sql<boolean>`false`;
  return kinds.length === 1
    ? sql<boolean>`${kind} = ${sql.lit(only)}`
    : sql<boolean>`${kind} in (${sql.join(kinds.map((one) => sql.lit(one)))})`;
}

/** Published, but the date of the post, of any kind, still lies ahead. */
export function isScheduled(alias: 'p'): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(`${alias}.published`)} and ${sql.ref(`${alias}.published_at`)} > now())`;
}
