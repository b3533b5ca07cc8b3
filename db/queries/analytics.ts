import { sql, type RawBuilder } from 'kysely';

import type { Database } from '#db/client.ts';
import { containing } from './containing.ts';
import { allRows, countRows, oneRow } from './outcome.ts';
import { isScheduled } from './visibility.ts';

/** Days that a sum of each post is kept for. */
export type KeptPeriod = 7 | 30 | 90;

function viewsIn(period: KeptPeriod): RawBuilder<number> {
  return sql.ref<number>(`c.views_${period}_days`);
}

export type CategoryFigures = {
  /** Null: posts without a category. */
  name: string | null;
  posts: number;
  published: number;
  featured: number;
  totalViews: number;
  publishedViews: number;
  publishedViewsInPeriod: number;
};

/** Posts and their views by category: the sums of all rows are the figures of the site. */
export function sumByCategory(db: Database, period: KeptPeriod) {
  return allRows<CategoryFigures>(db)`
    select k.name, p.posts, p.published, p.featured, p."totalViews", p."publishedViews", p."publishedViewsInPeriod"
    from (
      select
        p.category_id,
        count(*) as posts,
        count(*) filter (where p.published) as published,
        count(*) filter (where p.featured) as featured,
        sum(c.total_views)::bigint as "totalViews",
        coalesce(sum(c.total_views) filter (where p.published), 0)::bigint as "publishedViews",
        coalesce(sum(${viewsIn(period)}) filter (where p.published), 0)::bigint as "publishedViewsInPeriod"
      from blog_posts p join blog_post_view_counts c on c.post_id = p.id
      where p.kind = 'post'
      group by p.category_id
    ) p
    left join blog_categories k on k.id = p.category_id`;
}

export type SiteViews = { today: number; thisWeek: number; thisMonth: number; visitorsToday: number };

/**
 * Views of the whole site in the calendar's periods around today, in the zone of the session. A day that has not come yet
 * counts as today, as it does in the figures of posts.
 */
export function sumSiteViews(db: Database) {
  return oneRow<SiteViews>(db)`
    select
      coalesce(sum(views) filter (where day >= current_date), 0)::int as "today",
      coalesce(sum(views) filter (where day >= date_trunc('week', now())::date), 0)::int as "thisWeek",
      coalesce(sum(views) filter (where day >= date_trunc('month', now())::date), 0)::int as "thisMonth",
      coalesce(sum(visitors) filter (where day >= current_date), 0)::int as "visitorsToday"
    from site_daily_views
    where day >= least(date_trunc('week', now())::date, date_trunc('month', now())::date)`;
}

export type TopPost = { id: string; title: string; slug: string; views: number; totalViews: number };

/** The published posts with the most views in a period; those without any are left out. */
export function listTopPosts(db: Database, period: KeptPeriod, limit: number) {
  const views = viewsIn(period);
  // Chosen by the counts alone: drafts are few beside the posts, and ten are looked up.
  return allRows<TopPost>(db)`
    select p.id, p.title, p.slug, c.views, c.total_views as "totalViews"
    from (
      select c.post_id, ${views} as views, c.total_views from blog_post_view_counts c
      where ${views} > 0 and c.post_id not in (
        select id from blog_posts where not published and kind = 'post'
        union all select id from blog_posts where kind <> 'post')
      order by ${views} desc, c.total_views desc, c.post_id
      limit ${limit}
    ) c
    join blog_posts p on p.id = c.post_id
    order by c.views desc, c.total_views desc, c.post_id`;
}

export type StatsOrder = {
  column: 'title' | 'total' | 'today' | 'week' | 'month';
  direction: 'asc' | 'desc';
};

export type PostStats = {
  id: string;
  title: string;
  slug: string;
  published: boolean;
  scheduled: boolean;
  totalViews: number;
  today: number;
  thisWeek: number;
  thisMonth: number;
  inPeriod: number;
};

/**
 * A page of all posts with their figures. The calendar must stand on today.
 * @param search part of a title, any case; '' finds all
 */
export function listPostStats(
  db: Database,
  period: KeptPeriod,
  order: StatsOrder,
  window: { limit: number; offset: number },
  search = '',
) {
  const figure = {
    total: sql`c.total_views`,
    today: sql`c.views_today`,
    week: sql`c.views_this_week`,
    month: sql`c.views_this_month`,
  };
  const direction = order.direction === 'asc' ? sql`asc` : sql`desc`;
  const page = sql`limit ${window.limit} offset ${window.offset}`;
  // The page is chosen from narrow rows; the posts are looked up for its own twenty.
  const chosen =
    order.column === 'title'
      ? sql`select p.id, lower(p.title) as rank from blog_posts p where ${isTitled(search)} order by lower(p.title) ${direction}, p.id ${direction} ${page}`
      : sql`select c.post_id as id, ${figure[order.column]} as rank from blog_post_view_counts c
          ${search === '' ? sql`where c.post_id not in (select id from blog_posts where kind <> 'post')` : sql`where c.post_id in (select p.id from blog_posts p where ${isTitled(search)})`}
          order by ${figure[order.column]} ${direction}, c.post_id ${direction} ${page}`;
  return allRows<PostStats>(db)`
    select
      p.id, p.title, p.slug, p.published, ${isScheduled('p')} as scheduled,
      c.total_views as "totalViews", c.views_today as "today",
      c.views_this_week as "thisWeek", c.views_this_month as "thisMonth",
      ${viewsIn(period)} as "inPeriod"
    from (${chosen}) s
    join blog_posts p on p.id = s.id
    join blog_post_view_counts c on c.post_id = p.id
    order by s.rank ${direction}, p.id ${direction}`;
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

/** The days since one on which the site had views, oldest first. */
export function listDailyViews(db: Database, since: string) {
  return db
    .selectFrom('site_daily_views')
    .select(['day', 'views'])
    .where('day', '>=', since)
    .orderBy('day')
    .execute();
}

export type SourceFigures = {
  /** `ignored`: views that were not counted, by reason. */
  kind: 'referrer' | 'campaign' | 'device' | 'browser' | 'ignored';
  name: string;
  views: number;
};

/** The sources of the site's views in a period: the names of each kind with the most views. */
export function listSources(db: Database, period: KeptPeriod, limit: number) {
  return allRows<SourceFigures>(db)`
    select kind, name, views from (
      select kind, name, sum(views)::int as views,
        row_number() over (partition by kind order by sum(views) desc, name) as place
      from site_daily_sums where day > current_date - ${period}::integer
      group by kind, name having sum(views) > 0
    ) s
    where place <= ${limit} order by kind, place`;
}

export type PageFigures = {
  /** The path of a public page that is not a post. */
  page: string;
  views: number;
  /** Counted once a day. */
  visitors: number;
};

/** The public pages with the most views since a day. */
export function listPageFigures(db: Database, since: string, limit: number) {
  return allRows<PageFigures>(db)`
    select page, sum(views)::int as views, sum(visitors)::int as visitors
    from page_daily_views where day >= ${since} group by page order by 2 desc, 1 limit ${limit}`;
}
