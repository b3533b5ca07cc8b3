import { sql } from 'kysely';

import type { Database } from '#db/client.ts';

export type PageFigures = {
  /** The path of a public page that is not a post. */
  page: string;
  views: number;
  /** Counted once a day. */
  visitors: number;
  /** People who sent a message by the form of this page, counted once a day; spam is left out. */
  senders: number;
};

/** Public pages with their figures since a day: those with a message form first, then those with the most views. */
export async function listPageFigures(db: Database, since: string, limit: number): Promise<PageFigures[]> {
  const { rows } = await sql<PageFigures>`
    select page, coalesce(views, 0)::int as views, coalesce(visitors, 0)::int as visitors,
      coalesce(senders, 0)::int as senders
    from (
      select page, sum(views) as views, sum(visitors) as visitors
      from page_daily_views where day >= ${since} group by page
    ) v
    full join (
      select case kind when 'contact' then '/contact' else '/jv-program' end as page,
        count(distinct (lower(email), created_at::date)) as senders
      from messages where spam_reason is null and created_at >= ${since}::date group by kind
    ) m using (page)
    order by page in ('/contact', '/jv-program') desc, views desc nulls last, page
    limit ${limit}
  `.execute(db);
  return rows;
}
