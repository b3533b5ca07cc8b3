import { sql, type RawBuilder } from 'kysely';

/**
 * The one rule of which posts are public: published, and the date has come. Every public read goes through it. The
 * clock is the database's, so that all instances agree.
 * @param alias the alias of `blog_posts` in the statement.
 */
export function isPublic(alias: 'p' | 'other'): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(`${alias}.published`)} and ${sql.ref(`${alias}.published_at`)} <= now())`;
}

/** Published, but its date still lies ahead. */
export function isScheduled(alias: 'p'): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(`${alias}.published`)} and ${sql.ref(`${alias}.published_at`)} > now())`;
}
