import { sql } from 'kysely';

import type { Database } from '#db/client.ts';
import { arrayLiteral, type ViewSource } from '#db/queries/views.ts';
import { isPublic } from '#db/queries/visibility.ts';
import { runTransaction } from '#db/transaction.ts';

/** Views that have happened: one post and one moment (in seconds since 1970) at each position. */
export type PastViews = {
  postIds: readonly string[];
  seconds: readonly number[];
  sources: readonly ViewSource[];
};

/**
 * Stores many views at their own moments, in one statement; `rebuildViewSums` comes after the last one. Views of posts
 * that are gone are left out.
 */
export async function insertPastViews(db: Database, views: PastViews): Promise<void> {
  const source = (name: keyof ViewSource) => arrayLiteral(views.sources.map((one) => one[name]));
  await sql`
    insert into blog_post_metrics (post_id, created_at, referrer_host, campaign, device, browser)
    select v.post_id, to_timestamp(v.seconds), v.referrer_host, v.campaign, v.device, v.browser
    from unnest(
      ${arrayLiteral(views.postIds)}::uuid[], ${arrayLiteral(views.seconds)}::bigint[],
      ${source('referrerHost')}::text[], ${source('campaign')}::text[],
      ${source('device')}::text[], ${source('browser')}::text[]
    ) as v (post_id, seconds, referrer_host, campaign, device, browser)
    where exists (select from blog_posts p where p.id = v.post_id)
  `.execute(db);
}

/**
 * Makes every sum anew from the rows, for days with all of their rows; sums of earlier days stay. Counting waits
 * meanwhile: seconds for millions of rows.
 */
export async function rebuildViewSums(db: Database): Promise<void> {
  await runTransaction(db, async (trx) => {
    const run = (statement: string) => sql.raw(statement).execute(trx);
    await run('set local statement_timeout = 0');
    await run('select roll_over_view_day()');
    await run('lock table view_calendar in exclusive mode');
    for (const statement of sumStatements) await run(statement);
    await run('select recalculate_view_counts()');
  });
}

const fromDay = '(select rows_since from view_calendar)';
const sumStatements = [
  // The number of visitors of a day cannot be rebuilt, so it stays.
  `with before as (
    delete from blog_post_daily_views where day >= ${fromDay} returning post_id, day, visitors
  ), rebuilt as (
    select post_id, created_at::date as day, count(*) as views
    from blog_post_metrics where created_at::date >= ${fromDay} group by 1, 2
  )
  insert into blog_post_daily_views (post_id, day, views, visitors)
    select post_id, day, r.views, coalesce(b.visitors, 0) from rebuilt r left join before b using (post_id, day)`,
  `delete from blog_post_daily_sources where day >= ${fromDay}`,
  `insert into blog_post_daily_sources (post_id, day, referrer_host, campaign, views)
    select post_id, created_at::date, referrer_host, campaign, count(*)
    from blog_post_metrics where created_at::date >= ${fromDay} group by 1, 2, 3, 4`,
  `delete from site_daily_sums where day >= ${fromDay} and kind <> 'ignored'`,
  `insert into site_daily_sums (day, kind, name, views)
    select day, kind, name, sum(views) from (
      select created_at::date as day, referrer_host, campaign, device, browser, count(*) as views
      from blog_post_metrics where created_at::date >= ${fromDay} group by 1, 2, 3, 4, 5
    ) m
    cross join lateral (values
      ('referrer', referrer_host), ('campaign', campaign), ('device', device), ('browser', browser)
    ) s (kind, name)
    group by 1, 2, 3`,
  'update site_daily_views set views = 0',
  `insert into site_daily_views (day, views)
    select day, sum(views) from blog_post_daily_views group by day
    on conflict (day) do update set views = excluded.views`,
  'delete from blog_post_view_counts',
  `insert into blog_post_view_counts (post_id, total_views)
    select p.id, coalesce(sum(d.views), 0) from blog_posts p left join blog_post_daily_views d on d.post_id = p.id
    group by p.id`,
];

/** Visits that have happened, from a moment (in seconds since 1970) on; `page` is '' for posts together. */
export type PastVisits = readonly { second: number; page: string; views: number; visitors: number }[];

/** Adds the visitors of past days, and views and visitors of pages. A day with views has at least one visitor. */
export async function insertPastVisits(db: Database, visits: PastVisits): Promise<void> {
  const column = (name: keyof PastVisits[number]) => arrayLiteral(visits.map((visit) => visit[name]));
  await sql`
    with visits as materialized (
      select to_timestamp(second)::date as day, page, sum(views) as views, greatest(1, sum(visitors)) as visitors
      from unnest(
        ${column('second')}::bigint[], ${column('page')}::text[], ${column('views')}::integer[],
        ${column('visitors')}::integer[]
      ) as v (second, page, views, visitors)
      group by 1, 2
    ), of_site as (
      insert into site_daily_views as t (day, visitors)
      select day, visitors from visits where page = ''
      on conflict (day) do update set visitors = t.visitors + excluded.visitors
    )
    insert into page_daily_views as t (day, page, views, visitors)
    select day, page, views, visitors from visits where page <> ''
    on conflict (day, page) do update set views = t.views + excluded.views, visitors = t.visitors + excluded.visitors
  `.execute(db);
}

/** Every post that the public can see, the oldest first, with the moment since which it can. */
export function listViewablePosts(db: Database): Promise<{ id: string; published_at: Date }[]> {
  return db
    .selectFrom('blog_posts as p')
    .select(['p.id', 'p.published_at'])
    .where(isPublic('p', ['post']))
    .where('p.published_at', 'is not', null)
    .$narrowType<{ published_at: Date }>()
    .orderBy('p.published_at')
    .orderBy('p.id')
    .execute();
}
