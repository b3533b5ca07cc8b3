import { sql, type RawBuilder } from 'kysely';

/**
 * The one rule of which posts are public: published, the date has come, and no plain page. Every public read of posts goes
 * through it. The clock is the database's, so that all instances agree.
 * @param alias the alias of `blog_posts` in the statement.
 */
export function isPublic(alias: 'p' | 'other'): RawBuilder<boolean> {
  return sql<boolean>`(${hasCome(alias)} and not ${sql.ref(`${alias}.is_page`)})`;
}

/** The same rule for plain pages. */
export function isPublicPage(alias: 'p'): RawBuilder<boolean> {
  return sql<boolean>`(${hasCome(alias)} and ${sql.ref(`${alias}.is_page`)})`;
}

/** Public posts and public plain pages. */
export function isPublicAtAll(alias: 'p'): RawBuilder<boolean> {
  return sql<boolean>`(${hasCome(alias)})`;
}

function hasCome(alias: 'p' | 'other'): RawBuilder<unknown> {
  return sql`${sql.ref(`${alias}.published`)} and ${sql.ref(`${alias}.published_at`)} <= now()`;
}

/** Published, but the date of the post or plain page still lies ahead. */
export function isScheduled(alias: 'p'): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(`${alias}.published`)} and ${sql.ref(`${alias}.published_at`)} > now())`;
}
