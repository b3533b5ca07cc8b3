import { sql } from 'kysely';

import type { Database } from '#db/client.ts';
import { beginViewDay, firstDayOfPosts, postsToday, viewsToday } from '#db/queries/views.ts';
import { runTransaction } from '#db/transaction.ts';

/** A count that differs from what it counts. `of`: its name. */
export type ViewDifference = { table: string; of: string; kept: number; counted: number };

/**
 * Makes every count of views and posts again and lists the differences: days from rows (as far back as rows exist), the
 * figures of today from days and posts. Counting waits meanwhile, so that both sides are from the same moment.
 */
export async function listViewDifferences(db: Database): Promise<ViewDifference[]> {
  return runTransaction(db, async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx);
    await beginViewDay(trx);
    await sql`select settle_views()`.execute(trx);
    const dayOf = (day: string) =>
      sql`case when what = 'post_campaign' or what = 'post' and ${sql.raw(day)} < ${firstDayOfPosts}
        then '-infinity' else ${sql.raw(day)} end`;
    const { rows } = await sql<ViewDifference>`
      with pruned as materialized (
        select exists (select from view_days where what = 'site' and day < current_date - interval '25 months') as is_so
      ), pairs as (
        select 'view_days' as "table", concat_ws(' ', what, name, day) as of, k.views as kept, c.views as counted
        from (
          select what, name, ${dayOf('day')} as day, sum(views) as views from view_days
          where what not in ('page', 'ignored') group by 1, 2, 3
        ) k
        full join (
          select n.what, n.name, ${dayOf('created_at::date')} as day, count(*) as views
          from blog_post_metrics, view_names(post_id, referrer_host, campaign, device, browser) n group by 1, 2, 3
        ) c using (what, name, day)
        where k.views < c.views or day >= current_date - interval '25 months' or not (select is_so from pruned)
        union all
        select 'views_today', concat_ws(' ', what, name, period), k.views, c.views
        from views_today k
        full join (
          select what, name, period, views from (${viewsToday}) d union all select * from (${postsToday}) p
        ) c using (what, name, period)
      )
      select "table", of, coalesce(kept, 0)::bigint as kept, coalesce(counted, 0)::bigint as counted from pairs
      where coalesce(kept, 0) <> coalesce(counted, 0)
      order by 1, 2
      limit 1000`.execute(trx);
    return rows;
  });
}
