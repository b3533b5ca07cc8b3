import { sql } from 'kysely';

import type { Database } from '../client.ts';

/** Every path that a post, category or tag had before, and those of redirects; some lead on, some are gone for good. */
export async function listFormerPaths(db: Database): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`
    select '/blog/' || slug as path from blog_post_slug_redirects
    union all select '/blog/category/' || slug from blog_category_slug_redirects
    union all select '/blog/tag/' || slug from blog_tag_slug_redirects
    union all select distinct source from redirect_rules
    order by path`.execute(db);
  return rows.map(({ path }) => path);
}
