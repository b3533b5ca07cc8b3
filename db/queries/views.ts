import { sql } from 'kysely';

import type { Database } from '#db/client.ts';
import { inTransaction } from '#db/transaction.ts';
import { isPublic } from './visibility.ts';

/** Where a view came from and with what; '' where it is not known. */
export type ViewSource = { referrerHost: string; campaign: string; device: string; browser: string };

/** A view to judge by what only the database knows. `visitor`: a hash made with today's salt, hexadecimal. */
export type ArrivedView = ViewSource & { postId: string; visitor: string };

/** Views that are not counted, for reasons seen before the database was asked. */
export type LeftOut = { reason: 'bot' | 'prefetch' | 'staff' | 'hidden'; views: number };

/**
 * Counts what counts of the arrived views: of posts that the public sees, once per visitor and post in 30 minutes. The
 * rows, every sum of them and what was left out are written by one statement: all of it or nothing.
 * @param salt what the visitors' hashes were made with.
 * @returns how many were counted; null when it is not today's salt: nothing was written, `openViewDay` first.
 * @throws also `no partition of relation` (23514) when a month has no table yet, see `makeViewMonths`.
 */
export async function countViews(
  db: Database,
  salt: Buffer,
  arrived: readonly ArrivedView[],
  leftOut: readonly LeftOut[],
): Promise<number | null> {
  const column = <Name extends keyof ArrivedView>(name: Name) => arrived.map((view) => view[name]);
  const { rows } = await sql<{ is_today: boolean; counted: number }>`
    with calendar as materialized (
      select as_of = current_date and exists (select from visitor_salt where salt = ${salt}) as is_today
      from view_calendar for update
    ), arrived as materialized (
      select v.* from calendar c, unnest(
        ${column('postId')}::uuid[], ${column('visitor')}::text[], ${column('referrerHost')}::text[],
        ${column('campaign')}::text[], ${column('device')}::text[], ${column('browser')}::text[]
      ) with ordinality as v (post_id, visitor, referrer_host, campaign, device, browser, position)
      where c.is_today
    ), visible as materialized (
      select v.* from arrived v join blog_posts p on p.id = v.post_id where ${isPublic('p')}
    ), first_of_each as materialized (
      select distinct on (post_id, visitor) v.*, decode(v.visitor, 'hex') as visitor_hash
      from visible v order by post_id, visitor, position
    ), remembered as (
      insert into recent_views as r (visitor, post_id, counted_at)
      select visitor_hash, post_id, now() from first_of_each
      on conflict (visitor, post_id) do update set counted_at = excluded.counted_at
        where r.counted_at <= now() - interval '30 minutes'
      returning r.visitor, r.post_id
    ), counted as materialized (
      select f.* from first_of_each f join remembered r on r.post_id = f.post_id and r.visitor = f.visitor_hash
    ), stored as (
      insert into blog_post_metrics (post_id, referrer_host, campaign, device, browser)
      select post_id, referrer_host, campaign, device, browser from counted
    ), by_day as (
      insert into blog_post_daily_views as t (post_id, day, views)
      select post_id, current_date, count(*) from counted group by post_id
      on conflict (post_id, day) do update set views = t.views + excluded.views
    ), by_source as (
      insert into blog_post_daily_sources as t (post_id, day, referrer_host, campaign, views)
      select post_id, current_date, referrer_host, campaign, count(*) from counted
      group by post_id, referrer_host, campaign
      on conflict (post_id, day, referrer_host, campaign) do update set views = t.views + excluded.views
    ), of_post as (
      insert into blog_post_view_counts as t (
        post_id, total_views, views_today, views_this_week, views_this_month, views_7_days, views_30_days, views_90_days
      )
      select post_id, n, n, n, n, n, n, n from (select post_id, count(*) as n from counted group by post_id) c
      on conflict (post_id) do update set
        total_views = t.total_views + excluded.total_views,
        views_today = t.views_today + excluded.views_today,
        views_this_week = t.views_this_week + excluded.views_this_week,
        views_this_month = t.views_this_month + excluded.views_this_month,
        views_7_days = t.views_7_days + excluded.views_7_days,
        views_30_days = t.views_30_days + excluded.views_30_days,
        views_90_days = t.views_90_days + excluded.views_90_days
    ), new_visitors as (
      insert into visitors_today (visitor) select distinct visitor_hash from counted
      on conflict do nothing returning visitor
    ), of_site as (
      insert into site_daily_views as t (day, views, visitors)
      select current_date, (select count(*) from counted), (select count(*) from new_visitors)
      from calendar where is_today and exists (select from counted)
      on conflict (day) do update set views = t.views + excluded.views, visitors = t.visitors + excluded.visitors
    ), of_site_by_source as (
      insert into site_daily_sources as t (day, kind, name, views)
      select current_date, s.kind, s.name, count(*) from counted c cross join lateral (values
        ('referrer', c.referrer_host), ('campaign', c.campaign), ('device', c.device), ('browser', c.browser)
      ) s (kind, name) group by s.kind, s.name
      on conflict (day, kind, name) do update set views = t.views + excluded.views
    ), not_counted as (
      insert into left_out_views as t (day, reason, views)
      select current_date, reason, sum(n) from (
        select * from unnest(
          ${leftOut.map(({ reason }) => reason)}::text[], ${leftOut.map(({ views }) => views)}::integer[]
        ) as seen (reason, n)
        union all select 'hidden', (select count(*) from arrived) - (select count(*) from visible)
        union all select 'repeat', (select count(*) from visible) - (select count(*) from counted)
      ) l, calendar where is_today and n > 0 group by reason
      on conflict (day, reason) do update set views = t.views + excluded.views
    )
    select is_today, (select count(*) from counted) as counted from calendar
  `.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The calendar of views has no row.');
  return row.is_today ? row.counted : null;
}

/**
 * Moves the calendar to the database's today, in the zone of the session, and forgets yesterday's visitors.
 * @param proposed becomes the salt of today's visitors where there is none yet.
 * @returns the salt of today, the same for every instance.
 */
export async function openViewDay(db: Database, proposed: Buffer): Promise<Buffer> {
  await sql`select begin_view_day()`.execute(db);
  await sql`insert into visitor_salt (salt) values (${proposed}) on conflict do nothing`.execute(db);
  const { rows } = await sql<{ salt: Buffer }>`select salt from visitor_salt`.execute(db);
  // Midnight came between two statements.
  return rows[0]?.salt ?? openViewDay(db, proposed);
}

/**
 * Views wait until this transaction ends. The first statement of whatever deletes posts: counting locks the calendar
 * first and then the posts, so everybody who wants both must go the same way round.
 */
export async function holdViewCounting(trx: Database): Promise<void> {
  await trx.selectFrom('view_calendar').select('as_of').forUpdate().execute();
}

/** Makes the tables of the months between two moments, where they are missing. */
export async function makeViewMonths(db: Database, first: Date, last: Date): Promise<void> {
  await sql`select make_view_months(${first}, ${last})`.execute(db);
}

/** Drops the tables of the months that were over at a moment. Sums stay. @returns the names of the tables dropped. */
export async function dropViewMonthsBefore(db: Database, moment: Date): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'blog_post_metrics'::regclass
      and c.relname < 'blog_post_metrics_' || to_char(${moment}::timestamptz at time zone 'UTC', 'YYYY_MM')
    order by 1
  `.execute(db);
  for (const { name } of rows) await sql`drop table ${sql.table(name)}`.execute(db);
  return rows.map(({ name }) => name);
}

/** Forgets views that repeat nothing any more. */
export async function forgetPastViews(db: Database): Promise<void> {
  await sql`delete from recent_views where counted_at <= now() - interval '30 minutes'`.execute(db);
}

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
  const source = <Name extends keyof ViewSource>(name: Name) => views.sources.map((one) => one[name]);
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

/** Makes every sum anew from the rows. Counting waits meanwhile: seconds for millions of rows. */
export async function rebuildViewSums(db: Database): Promise<void> {
  await inTransaction(db, async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx);
    await sql`select rebuild_view_sums()`.execute(trx);
  });
}

/** All views there have been, of the posts there are. */
export async function countAllViews(db: Database): Promise<number> {
  const { views } = await db
    .selectFrom('blog_post_view_counts')
    .select(({ fn }) => fn.coalesce(fn.sum<number>('total_views'), sql<number>`0`).as('views'))
    .executeTakeFirstOrThrow();
  return Number(views);
}

/** Every post that the public can see, the oldest first, with the moment since which it can. */
export function listViewablePosts(db: Database): Promise<{ id: string; published_at: Date }[]> {
  return db
    .selectFrom('blog_posts as p')
    .select(['p.id', 'p.published_at'])
    .where(isPublic('p'))
    .where('p.published_at', 'is not', null)
    .$narrowType<{ published_at: Date }>()
    .orderBy('p.published_at')
    .orderBy('p.id')
    .execute();
}

/** Ids and whole numbers need no quoting; the driver would escape them one by one. */
function arrayLiteral(values: readonly (string | number)[]): string {
  return `{${values.join(',')}}`;
}
