import { sql, type RawBuilder } from 'kysely';

import type { Database } from '#db/client.ts';
import { containing } from './containing.ts';
import { allRows, countRows, oneRow } from './outcome.ts';
import { isScheduled } from './visibility.ts';

/** Days, today included, for which figures are kept. */
type KeptPeriod = 7 | 30 | 90;

type SiteFigures = {
  published: number;
  drafts: number;
  featured: number;
  publishedViews: number;
  totalViews: number;
  today: number;
  thisWeek: number;
  thisMonth: number;
  visitorsToday: number;
};

function sum(condition: RawBuilder<unknown>) {
  return sql`coalesce(sum(views) filter (where ${condition}), 0)::bigint`;
}

/** Numbers of posts, and their views. The day must have begun, see `beginViewDay`. */
export function readSiteFigures(db: Database) {
  const ofPosts = (period: string) => sum(sql`what <> 'posts' and period = ${sql.lit(period)}`);
  return oneRow<SiteFigures>(db)`
    select
      ${sum(sql`name = 'published'`)} as published, ${sum(sql`name = 'draft'`)} as drafts,
      ${sum(sql`name = 'featured'`)} as featured,
      ${sum(sql`what = 'category' and period = 'total'`)} as "publishedViews",
      ${ofPosts('total')} as "totalViews", ${ofPosts('today')} as today, ${ofPosts('week')} as "thisWeek",
      ${ofPosts('month')} as "thisMonth",
      (select coalesce(sum(visitors), 0)::int from view_days where what = 'site' and name = '' and day >= current_date) as "visitorsToday"
    from views_today
    where what in ('posts', 'category', 'draft') and period in ('total', 'today', 'week', 'month')`;
}

/** A day of a period beside the same place in the period before. Days are `YYYY-MM-DD`. */
export type DayOfPeriod = { day: string; views: number; dayBefore: string; viewsBefore: number };

/**
 * Every day of a period with the views of posts, today last. Today has the views of later days too, which are there when
 * the clock was ahead.
 */
export function listDaysOfPeriod(db: Database, period: KeptPeriod) {
  const days = sql.lit(period);
  return allRows<DayOfPeriod>(db)`
    with counted as (
      select least(day, current_date) as day, sum(views)::int as views
      from view_days where what = 'site' and name = '' and day > current_date - 2 * ${days} group by 1
    )
    select d.day, coalesce(c.views, 0) as views, d.day - ${days} as "dayBefore", coalesce(b.views, 0) as "viewsBefore"
    from (select current_date - ago as day from generate_series(0, ${days} - 1) ago) d
    left join counted c on c.day = d.day
    left join counted b on b.day = d.day - ${days}
    order by d.day`;
}

export type NamedFigures = {
  /** `page`: views of public pages that are not posts. `ignored`: views that were not counted, by reason. */
  what: 'page' | 'referrer' | 'campaign' | 'device' | 'browser' | 'ignored';
  name: string;
  views: number;
  /** Visitors of pages: counted once a day. */
  visitors: number;
};

/** The pages, sources and reasons with the most views in a period, `limit` of each. */
export function listNamedFigures(db: Database, period: KeptPeriod, limit: number) {
  return allRows<NamedFigures>(db)`
    select t.* from unnest('{page,referrer,campaign,device,browser,ignored}'::text[]) kind
    cross join lateral (
      select what, name, views::int, visitors from views_today
      where what = kind and period = ${String(period)} and views > 0 order by views desc, name limit ${sql.lit(limit)}
    ) t`;
}

/** The categories with published posts that had the most views in a period. */
export function listTopCategories(db: Database, period: KeptPeriod, limit: number) {
  return allRows<{ name: string; posts: number; totalViews: number; views: number }>(db)`
    select
      coalesce(k.name, 'Uncategorized') as name, n.views as posts, coalesce(t.views, 0) as "totalViews",
      coalesce(v.views, 0) as views
    from views_today n
    left join blog_categories k on k.id = nullif(n.name, '')::uuid
    left join views_today t on t.what = 'category' and t.name = n.name and t.period = 'total'
    left join views_today v on v.what = 'category' and v.name = n.name and v.period = ${String(period)}
    where n.what = 'category_posts' and n.views > 0
    order by 4 desc, 3 desc, 1 limit ${sql.lit(limit)}`;
}

/** The calendar's periods that the list of all posts shows and is ordered by. */
export type CalendarPeriod = 'total' | 'today' | 'week' | 'month';

type PostStats = {
  id: string;
  title: string;
  slug: string;
  published: boolean;
  scheduled: boolean;
  views: Record<CalendarPeriod, number> & Partial<Record<KeptPeriod, number>>;
};

/** The posts of a query with the columns `id` and `place`, in order of their places. */
function listPosts(db: Database, chosen: RawBuilder<unknown>) {
  return allRows<PostStats>(db)`
    select p.id, p.title, p.slug, p.published, ${isScheduled('p')} as scheduled, (
      select jsonb_object_agg(period, views) from views_today
      where what = 'post' and name = p.id::text and period <> ''
    ) as views
    from (${chosen}) c join blog_posts p on p.id = c.id
    order by c.place`;
}

/** Posts by their views in a period: `page` is the clause that limits them. */
function rankedPosts(
  period: string,
  filter: RawBuilder<unknown>,
  way: RawBuilder<unknown>,
  page: RawBuilder<unknown>,
) {
  return sql`select name::uuid as id, row_number() over () as place from (
    select name from views_today where what = 'post' and period = ${sql.lit(period)} and ${filter}
    order by views ${way}, name ${way} ${page}) t`;
}

/** The published posts with the most views in a period; those without any are left out. */
export function listTopPosts(db: Database, period: KeptPeriod, limit: number) {
  const isShown = sql`views > 0 and exists (select from blog_posts p where p.id = name::uuid and p.published)`;
  return listPosts(db, rankedPosts(String(period), isShown, sql`desc`, sql`limit ${sql.lit(limit)}`));
}

export type StatsOrder = { column: 'created' | 'title' | CalendarPeriod; direction: 'asc' | 'desc' };

/**
 * A page of all posts with their figures: chosen from an index, so that only its own twenty are looked up.
 * @param search part of a title, any case; '' finds all
 */
export function listPostStats(
  db: Database,
  { column, direction }: StatsOrder,
  window: { limit: number; offset: number },
  search = '',
) {
  const way = direction === 'asc' ? sql`asc` : sql`desc`;
  const page = sql`limit ${sql.lit(window.limit)} offset (select ${window.offset}::int)`;
  if (column === 'title' || column === 'created') {
    const ofPosts = { created: sql`created_at`, title: sql`lower(title)` };
    return listPosts(
      db,
      sql`select id, row_number() over () as place from (
        select id from blog_posts p where ${isTitled(search)} order by ${ofPosts[column]} ${way}, id ${way} ${page}) p`,
    );
  }
  const isFound = sql`name in (select id::text from blog_posts p where ${isTitled(search)})`;
  return listPosts(db, rankedPosts(column, search === '' ? sql`true` : isFound, way, page));
}

/** Number of posts with this in their title, any case. */
export function countPostsTitled(db: Database, search: string): Promise<number> {
  return countRows(db.selectFrom('blog_posts as p').where(isTitled(search)));
}

/** Posts, not plain pages; found by the index of character n-grams. */
function isTitled(search: string): RawBuilder<boolean> {
  if (search === '') return sql<boolean>`p.kind = 'post'`;
  return sql<boolean>`(p.kind = 'post' and lower(p.title) like lower(${containing(search)}::text)
    and character_ngrams(p.title) @> required_ngrams(${search}::text))`;
}
