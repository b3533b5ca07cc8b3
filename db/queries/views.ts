import { sql } from 'kysely';

import type { Database } from '#db/client.ts';
import { runTransaction } from '#db/transaction.ts';
import { mayDelete } from './clock.ts';
import { countWritten, firstRow, oneRow } from './outcome.ts';
import { isPublic } from './visibility.ts';

/** Where a view came from and with what; '' where it is not known. */
export type ViewSource = { referrerHost: string; campaign: string; device: string; browser: string };

/** `page`: the id of a post, or the path of another public page; `visitor` and `network`: hexadecimal hashes with today's salt. */
type ArrivedView = ViewSource & { page: string; visitor: string; network: string };

/** The numbers by which the database decides whether a view counts. */
export type ViewRules = {
  /** A further view of the same page by the same visitor within this time is a repeat. */
  repeatMinutes: number;
  /** Views of one page that a network has in a day, and new names of each kind of source. Null: no limit. */
  networkViews: number | null;
  networkNames: number | null;
};

/**
 * Counts those of the arrived views that the rules let count, of posts that are public. Everything is written by one
 * statement: all of it or nothing.
 * @param salt the one that the hashes were made with
 * @param reasons one for each view that is not counted for a reason seen before the database was asked
 * @returns false when the salt is not today's: nothing was written, `beginViewDay` first
 */
export async function countViews(
  db: Database,
  salt: Buffer,
  arrived: readonly ArrivedView[],
  { reasons, rules }: { reasons: readonly string[]; rules: ViewRules },
): Promise<boolean> {
  const column = (name: keyof ArrivedView) => arrayLiteral(arrived.map((view) => view[name]));
  const { is_counted } = await oneRow<{ is_counted: boolean }>(db, 'writes')`
    with visible as materialized (
      select * from unnest(
        ${column('page')}::text[], ${column('visitor')}::text[], ${column('network')}::text[],
        ${column('referrerHost')}::text[], ${column('campaign')}::text[], ${column('device')}::text[],
        ${column('browser')}::text[]
      ) as v (page, visitor, network, referrer_host, campaign, device, browser)
      where case when page like '/%' then true else exists (
        select from blog_posts p where p.id = page::uuid and ${isPublic('p', ['post'])}
      ) end
    )
    select count_views(
      ${salt}, make_interval(mins => ${rules.repeatMinutes}::integer), ${rules.networkViews}::integer,
      ${rules.networkNames}::integer, array_agg(page), array_agg(decode(visitor, 'hex')),
      array_agg(decode(network, 'hex')), array_agg(referrer_host), array_agg(campaign), array_agg(device),
      array_agg(browser), ${arrayLiteral(reasons)}::text[] || 'hidden'::text,
      array_fill(1, array[${reasons.length}::integer]) || (${arrived.length}::integer - count(*)::integer)
    ) as is_counted
    from visible`;
  return is_counted;
}

/**
 * Begins the day of the database in the zone of the session: its first caller deletes the visitors of the day before and
 * sums up the figures as of today. The first one after a crash of the server, which empties these tables, does the same.
 * @returns today and the salt of its visitors, the same for every instance
 */
export async function beginViewDay(db: Database): Promise<{ today: string; salt: Buffer }> {
  const findDay = firstRow<{ today: string; salt: Buffer; has_counted: boolean }>;
  const begun = await findDay(db)`
    select day as today, salt, exists (select from views_today where period = '') as has_counted
    from visitor_salt where day = current_date`;
  if (begun?.has_counted) await sql`select settle_views()`.execute(db);
  if (begun) return begun;
  return runTransaction(db, async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx);
    await sql`lock table visitor_salt, visits_today, views_today in access exclusive mode`.execute(trx);
    const first = await firstRow<{ today: string; salt: Buffer }>(trx)`
      select day as today, salt from visitor_salt where day = current_date`;
    if (first) return first;
    // Truncating deletes the files: a deleted row would stay readable on the disk.
    await sql`truncate visitor_salt, visits_today`.execute(trx);
    await sumViewsToday(trx);
    return oneRow<{ today: string; salt: Buffer }>(trx, 'writes')`
      insert into visitor_salt (salt, day)
      values (sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), current_date)
      returning day as today, salt`;
  });
}

/** Makes every figure as of today from the counts of days. The transaction has the table, or counting waits. */
export async function sumViewsToday(trx: Database): Promise<void> {
  await sql`truncate views_today`.execute(trx);
  await sql`insert into views_today (what, name, period, views, visitors) ${viewsToday}`.execute(trx);
  await sql`insert into views_today (what, name, period, views) ${postsToday}`.execute(trx);
}

/** The figures as of today that are sums of days; every post has those that the list of all posts is ordered by. */
export const viewsToday = sql`
  select what, name, period, sum(views) as views, sum(visitors) as visitors
  from (
    select d.what, d.name, p.period, d.views, d.visitors
    from view_days d join view_periods p on p.what = d.what and d.day >= p.since
    union all
    select 'post', id::text, unnest('{total,today,week,month}'::text[]), 0, 0 from blog_posts where kind = 'post'
  ) d
  group by what, name, period`;

/** Those that sum up posts. */
export const postsToday = sql`
  select s.what, s.name, s.period, sum(s.views) as views
  from blog_posts p, post_sums(p.id, p.kind, p.category_id, p.published, p.featured) s
  where p.kind = 'post' group by 1, 2, 3`;

/** Deletes the rows of views of earlier months, and sums up the days of posts before the last hundred; all totals stay. @returns number of rows */
export function pruneViewRows(db: Database, monthsKept: number): Promise<number> {
  return runTransaction(db, async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx);
    await sql`select from visitor_salt for update`.execute(trx);
    await sql`
      with early as (
        delete from view_days where ${mayDelete()} and what = 'post' and day > '-infinity' and day < ${firstDayOfPosts} returning name, views
      )
      insert into view_days as t (day, what, name, views)
      select '-infinity', 'post', name, sum(views) from early group by name
      on conflict (what, name, day) do update set views = t.views + excluded.views`.execute(trx);
    return countWritten(
      trx
        .deleteFrom('blog_post_metrics')
        .where('created_at', '<', sql<Date>`current_date - make_interval(months => ${monthsKept})`)
        .where(mayDelete()),
    );
  });
}

/** The first day on which views of a post are known by day. */
export const firstDayOfPosts = sql`(current_date - 100)`;

/** A PostgreSQL array: the same as the driver makes, in a tenth of its time. */
export function arrayLiteral(values: readonly (string | number)[]): string {
  return `{${values.map((value) => `"${String(value).replaceAll(special, '\\$&')}"`).join(',')}}`;
}

const special = /["\\]/g;
