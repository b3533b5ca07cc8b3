import { sql } from 'kysely';

import type { Database } from '#db/client.ts';
import { arrayLiteral, firstDayOfPosts, sumViewsToday, type ViewSource } from '#db/queries/views.ts';
import { oneRow } from '#db/queries/outcome.ts';
import { isPublic } from '#db/queries/visibility.ts';
import { runTransaction } from '#db/transaction.ts';

/** Views that have happened: one post and one moment (in seconds since 1970) at each position. */
export type PastViews = {
  postIds: readonly string[];
  seconds: readonly number[];
  sources: readonly ViewSource[];
};

/**
 * Stores many views at their own moments, and adds them to the counts of days, in one statement; `remakeFigures` comes
 * after the last one. Views of posts that are gone are left out.
 */
export async function insertPastViews(db: Database, views: PastViews): Promise<void> {
  const source = (name: keyof ViewSource) => arrayLiteral(views.sources.map((one) => one[name]));
  await sql`
    with stored as (
      insert into blog_post_metrics (post_id, created_at, referrer_host, campaign, device, browser)
      select v.post_id, to_timestamp(v.seconds), v.referrer_host, v.campaign, v.device, v.browser
      from unnest(
        ${arrayLiteral(views.postIds)}::uuid[], ${arrayLiteral(views.seconds)}::bigint[],
        ${source('referrerHost')}::text[], ${source('campaign')}::text[],
        ${source('device')}::text[], ${source('browser')}::text[]
      ) as v (post_id, seconds, referrer_host, campaign, device, browser)
      where exists (select from blog_posts p where p.id = v.post_id)
      returning *
    )
    insert into view_days as t (day, what, name, views)
    select
      case when n.what = 'post_campaign' or n.what = 'post' and created_at < ${firstDayOfPosts}
        then '-infinity' else created_at::date end,
      n.what, n.name, count(*)
    from stored, view_names(post_id, referrer_host, campaign, device, browser) n
    -- In one order, because several of these statements run at once.
    group by 1, 2, 3 order by 2, 3, 1
    on conflict (what, name, day) do update set views = t.views + excluded.views`.execute(db);
}

/** Makes the figures as of today from the counts of days. Counting waits meanwhile. */
export async function remakeFigures(db: Database): Promise<void> {
  await runTransaction(db, async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx);
    await sql`lock table visitor_salt in access exclusive mode`.execute(trx);
    await sumViewsToday(trx);
  });
}

/** Visits that have happened, from a moment (in seconds since 1970) on; `page` is '' for posts together. */
export type PastVisits = readonly { second: number; page: string; views: number; visitors: number }[];

/** Adds the visitors of past days, and views and visitors of pages. A day with views has at least one visitor. */
export async function insertPastVisits(db: Database, visits: PastVisits): Promise<void> {
  const column = (name: keyof PastVisits[number]) => arrayLiteral(visits.map((visit) => visit[name]));
  await sql`
    insert into view_days as t (day, what, name, views, visitors)
    select to_timestamp(second)::date, case page when '' then 'site' else 'page' end, page,
      case page when '' then 0 else sum(views) end, greatest(1, sum(visitors))
    from unnest(
      ${column('second')}::bigint[], ${column('page')}::text[], ${column('views')}::integer[],
      ${column('visitors')}::integer[]
    ) as v (second, page, views, visitors)
    group by 1, page order by 2, 3, 1
    on conflict (what, name, day) do update
    set views = t.views + excluded.views, visitors = t.visitors + excluded.visitors`.execute(db);
}

/** All views there have been, of the posts there are. */
export async function countAllViews(db: Database): Promise<number> {
  const { views } = await oneRow<{ views: number }>(db)`
    select coalesce(sum(views), 0)::bigint as views from view_days where what = 'post'`;
  return views;
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
