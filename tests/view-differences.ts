import { sql } from 'kysely';

import type { Database } from '#db/client.ts';
import { runTransaction } from '#db/transaction.ts';

/** A sum that differs from its rows. `of`: its name. */
export type ViewDifference = { table: string; of: string; kept: number; counted: number };

/**
 * Recalculates every sum of views and lists the differences: days from rows (as far back as rows exist), posts and the
 * site from days. Counting waits meanwhile, so that both sides are from the same moment.
 */
export async function listViewDifferences(db: Database): Promise<ViewDifference[]> {
  return runTransaction(db, async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx);
    await sql`select roll_over_view_day()`.execute(trx);
    await sql`select from view_calendar for update`.execute(trx);
    const { rows } = await sql<ViewDifference>`
      with kept_since as materialized (
        select rows_since as day from view_calendar
      ), rows as materialized (
        select post_id, created_at::date as day, referrer_host, campaign, device, browser, count(*) as views
        from blog_post_metrics where created_at::date >= (select day from kept_since) group by 1, 2, 3, 4, 5, 6
      ), pairs as (
        select 'blog_post_daily_views' as "table", concat_ws(' ', post_id, day) as of, k.views as kept, c.views as counted
        from (select * from blog_post_daily_views where day >= (select day from kept_since)) k
        full join (select post_id, day, sum(views) as views from rows group by 1, 2) c using (post_id, day)
        union all
        select 'blog_post_daily_sources', concat_ws(' ', post_id, day, referrer_host, campaign), k.views, c.views
        from (select * from blog_post_daily_sources where day >= (select day from kept_since)) k
        full join (
          select post_id, day, referrer_host, campaign, sum(views) as views from rows group by 1, 2, 3, 4
        ) c using (post_id, day, referrer_host, campaign)
        union all
        select 'site_daily_sums', concat_ws(' ', day, kind, name), k.views, c.views
        from (
          select * from site_daily_sums where day >= (select day from kept_since) and kind <> 'ignored'
        ) k
        full join (
          select day, s.kind, s.name, sum(views) as views from rows r cross join lateral (values
            ('referrer', r.referrer_host), ('campaign', r.campaign), ('device', r.device), ('browser', r.browser)
          ) s (kind, name) group by 1, 2, 3
        ) c using (day, kind, name)
        union all
        select 'site_daily_views', day::text, k.views, c.views
        from site_daily_views k
        full join (select day, sum(views) as views from blog_post_daily_views group by day) c using (day)
        union all
        select 'blog_post_view_counts', concat_ws(' ', post_id, f.name), f.kept, f.counted
        from blog_post_view_counts k
        full join (
          select
            post_id,
            sum(views) as total,
            sum(views) filter (where day >= current_date) as today,
            sum(views) filter (where day >= date_trunc('week', now())::date) as week,
            sum(views) filter (where day >= date_trunc('month', now())::date) as month,
            sum(views) filter (where day > current_date - 7) as days_7,
            sum(views) filter (where day > current_date - 30) as days_30,
            sum(views) filter (where day > current_date - 90) as days_90
          from blog_post_daily_views group by post_id
        ) c using (post_id)
        cross join lateral (values
          ('total', k.total_views, c.total), ('today', k.views_today, c.today), ('week', k.views_this_week, c.week),
          ('month', k.views_this_month, c.month), ('7 days', k.views_7_days, c.days_7),
          ('30 days', k.views_30_days, c.days_30), ('90 days', k.views_90_days, c.days_90)
        ) f (name, kept, counted)
      )
      select "table", of, coalesce(kept, 0)::bigint as kept, coalesce(counted, 0)::bigint as counted from pairs
      where coalesce(kept, 0) <> coalesce(counted, 0)
      order by 1, 2
      limit 1000
    `.execute(trx);
    return rows;
  });
}
