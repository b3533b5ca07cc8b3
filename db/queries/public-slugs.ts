import { sql } from 'kysely';

import type { Database } from '#db/client.ts';
import { isPublicAtAll } from './visibility.ts';

/** Which posts may still be shown, as of one moment. */
export type PublicSlugs = {
  /** Of the content at this moment; see `readContentVersion`. */
  version: string;
  /** Changes whenever a name that pages show without its address is gone; see `db/functions/raise_content_removals.sql`. */
  removals: string;
  /** Those of the asked slugs that are the present address of a public post. */
  present: string[];
  /** Those that lead to a public post by a redirect. */
  former: string[];
};

/**
 * Asks about the posts that rendered pages show: one statement, so that all of the answer is of one moment.
 * @param slugs without repetition; a slug that is in neither list of the answer must not be shown any more.
 */
export async function readPublicSlugs(db: Database, slugs: readonly string[]): Promise<PublicSlugs> {
  const asked = [...slugs];
  return await db
    .selectFrom('content_version')
    .select(({ selectFrom }) => [
      sql<string>`version::text`.as('version'),
      sql<string>`removals::text`.as('removals'),
      selectFrom('blog_posts as p')
        .where('p.slug', '=', sql<string>`any(${asked}::text[])`)
        .where(isPublicAtAll('p'))
        .select(sql<string[]>`coalesce(array_agg(p.slug), '{}')`.as('slugs'))
        .$asScalar()
        .$notNull()
        .as('present'),
      selectFrom('blog_post_slug_redirects as f')
        .innerJoin('blog_posts as p', 'p.id', 'f.post_id')
        .where('f.slug', '=', sql<string>`any(${asked}::text[])`)
        .where(isPublicAtAll('p'))
        .select(sql<string[]>`coalesce(array_agg(f.slug), '{}')`.as('slugs'))
        .$asScalar()
        .$notNull()
        .as('former'),
    ])
    .executeTakeFirstOrThrow();
}
