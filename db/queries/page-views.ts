import { sql } from 'kysely';

import type { Database } from '#db/client.ts';

export type PageFigures = {
  /** The path of a public page that is not a post. */
  page: string;
  views: number;
  /** Counted once a day. */
  visitors: number;
};

/** The public pages with the most views since a day. */
export async function listPageFigures(db: Database, since: string, limit: number): Promise<PageFigures[]> {
  const { rows } = await sql<PageFigures>`
    select page, sum(views)::int as views, sum(visitors)::int as visitors
    from page_daily_views where day >= ${since} group by page order by 2 desc, 1 limit ${limit}`.execute(db);
  return rows;
}
