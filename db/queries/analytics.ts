import { sql, type RawBuilder } from 'kysely';

import type { Database } from '#db/client.ts';
import { containing } from './containing.ts';
import { allRows, countRows, oneRow } from './outcome.ts';
import { isScheduled } from './visibility.ts';

/** Days, today included, for which figures are kept. */
type KeptPeriod = 7 | 30 | 90;

type PostFigures = {
  published: number;
  drafts: number;
  featured: number;
  totalViews: number;
  publishedViews: number;
};

/** Numbers of posts, and their views. The day must have begun, see `beginViewDay`. */
export function readPostFigures(db: Database) {
  return oneRow<PostFigures>(db)`
    select
      coalesce(sum(views) filter (where what = 'posts' and name = 'published'), 0)::int as published,
      coalesce(sum(views) filter (where what = 'posts' and name = 'draft'), 0)::int as drafts,
      coalesce(sum(views) filter (where what = 'posts' and name = 'featured'), 0)::int as featured,
      coalesce(sum(views) filter (where what <> 'posts'), 0)::bigint as "totalViews",
      coalesce(sum(views) filter (where what = 'category'), 0)::bigint as "publishedViews"
    from views_today where what in ('posts', 'category', 'draft') and period = 'total'`;
}

/**
 * Views of all posts in the calendar's periods around today, in the zone of the session. A day that has not come yet
 * counts as today, as it does in the figures of posts.
 */
export function sumSiteViews(db: Database) {
  return oneRow<Record<'today' | 'thisWeek' | 'thisMonth' | 'visitorsToday', number>>(db)`
    select
      coalesce(sum(views) filter (where day >= current_date), 0)::int as "today",
      coalesce(sum(views) filter (where day >= date_trunc('week', now())::date), 0)::int as "thisWeek",
      coalesce(sum(views) filter (where day >= date_trunc('month', now())::date), 0)::int as "thisMonth",
      coalesce(sum(visitors) filter (where day >= current_date), 0)::int as "visitorsToday"
    from view_days
    where what = 'site' and name = '' and day >= least(date_trunc('week', now())::date, date_trunc('month', now())::date)`;
}

/** The days since one on which posts had views, oldest first. */
export function listDailyViews(db: Database, since: string) {
  return allRows<{ day: string; views: number }>(db)`
    select day, views from view_days where what = 'site' and name = '' and day >= ${since} order by day`;
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

/** The categories with published posts that had the most views in a period; the name is null for none. */
export function listTopCategories(db: Database, period: KeptPeriod, limit: number) {
  return allRows<{ name: string | null; posts: number; totalViews: number; views: number }>(db)`
    select k.name, n.views::int as posts, coalesce(t.views, 0)::bigint as "totalViews", coalesce(v.views, 0)::bigint as views
    from views_today n
    left join blog_categories k on k.id = nullif(n.name, '')::uuid
    left join views_today t on t.what = 'category' and t.name = n.name and t.period = 'total'
    left join views_today v on v.what = 'category' and v.name = n.name and v.period = ${String(period)}
    where n.what = 'category_posts' and n.views > 0
    order by 4 desc, 3 desc, coalesce(k.name, 'Uncategorized') limit ${sql.lit(limit)}`;
}

/** The published posts with the most views in a period; those without any are left out. */
export function listTopPosts(db: Database, period: KeptPeriod, limit: number) {
  return allRows<{ id: string; title: string; slug: string; views: number; totalViews: number }>(db)`
    select p.id, p.title, p.slug, v.views, t.views as "totalViews"
    from views_today v
    join blog_posts p on p.id = v.name::uuid and p.published
    join views_today t on t.what = 'post' and t.name = v.name and t.period = 'total'
    where v.what = 'post' and v.period = ${sql.lit(String(period))} and v.views > 0
    order by v.views desc, v.name desc limit ${sql.lit(limit)}`;
}

/** Each column but the title and the day of creation is a period of `views_today`. */
export type StatsOrder = {
  column: 'created' | 'title' | 'total' | 'today' | 'week' | 'month';
  direction: 'asc' | 'desc';
};

type PostStats = {
  id: string;
  title: string;
  slug: string;
  published: boolean;
  scheduled: boolean;
  totalViews: number;
  today: number;
  thisWeek: number;
  thisMonth: number;
};

/**
 * A page of all posts with their figures.
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
  // The page is chosen from an index; the posts are looked up for its own twenty.
  const ofPosts = { created: sql`created_at`, title: sql`lower(title)` };
  const chosen =
    column === 'title' || column === 'created'
      ? sql`select p.id, row_number() over () as place from (
          select id from blog_posts p where ${isTitled(search)} order by ${ofPosts[column]} ${way}, id ${way} ${page}) p`
      : sql`select t.name::uuid as id, row_number() over () as place from (
          select name from views_today where what = 'post' and period = ${sql.lit(column)}
            ${search === '' ? sql`` : sql`and name in (select id::text from blog_posts p where ${isTitled(search)})`}
          order by views ${way}, name ${way} ${page}) t`;
  return allRows<PostStats>(db)`
    select
      p.id, p.title, p.slug, p.published, ${isScheduled('p')} as scheduled,
      ${viewsIn('total')} as "totalViews", ${viewsIn('today')} as today, ${viewsIn('week')} as "thisWeek",
      ${viewsIn('month')} as "thisMonth"
    from (${chosen}) s join blog_posts p on p.id = s.id
    order by s.place`;
}

/** Views of the post `p`. */
function viewsIn(period: string) {
  return sql`coalesce((select views from views_today
    where what = 'post' and name = p.id::text and period = ${sql.lit(period)}), 0)`;
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
