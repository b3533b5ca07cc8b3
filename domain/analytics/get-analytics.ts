import {
  countPostsTitled,
  listDailyViews,
  listPostStats,
  listSources,
  listTopPosts,
  sumByCategory,
  sumIgnoredViews,
  sumSiteViews,
  type IgnoredFigures,
  type PostStats,
  type SourceFigures,
  type StatsOrder,
  type TopPost,
} from '#db/queries/analytics.ts';
import { listPageFigures, type PageFigures } from '#db/queries/page-views.ts';
import { rollOverViewDay } from '#db/queries/views.ts';
import { requirePermission } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { withoutControls } from '#domain/text/fields.ts';
import { formReach, topPages, type FormReach } from './page-reach.ts';
import { daysBefore, fillPeriod, type DayOfPeriod, type Period } from './periods.ts';
import { summarize, type CategoryPerformance, type SiteFigures } from './summarize.ts';

export const postsPerStatsPage = 20;
const topPostsKept = 10;
const categoriesShown = 5;
const sourcesShown = 8;
const pagesShown = 8;

/** `search`: part of the titles in the table of posts. */
export type AnalyticsQuery = { period: Period; order: StatsOrder; page: number; search?: string };

export type Analytics = {
  figures: SiteFigures;
  /** At most ten; screens show the first five. */
  topPosts: TopPost[];
  categories: CategoryPerformance[];
  posts: { items: PostStats[]; page: number; pages: number; total: number };
  days: DayOfPeriod[];
  sources: SourceFigures[];
  ignored: IgnoredFigures[];
  /** Public pages that are not posts, those with the most views first. */
  pages: PageFigures[];
  forms: FormReach[];
};

/**
 * Every figure of the Analytics screen. Read from sums that are updated with every view, so that its time does not grow
 * with the number of views.
 */
export async function getAnalytics(ctx: DomainContext, query: AnalyticsQuery): Promise<Analytics> {
  requirePermission(ctx, 'edit-content');
  const { db } = ctx;
  const { period, order } = query;
  const today = await rollOverViewDay(db);
  const since = daysBefore(today, period - 1);
  const page = Number.isSafeInteger(query.page) && query.page > 0 ? Math.min(query.page, 1_000_000) : 1;
  const window = { limit: postsPerStatsPage, offset: (page - 1) * postsPerStatsPage };
  const search = withoutControls(query.search ?? '')
    .trim()
    .slice(0, 200);
  const [byCategory, site, topPosts, items, found, days, sources, ignored, pageFigures] = await Promise.all([
    sumByCategory(db, period),
    sumSiteViews(db),
    listTopPosts(db, period, topPostsKept),
    listPostStats(db, period, order, window, search),
    search === '' ? null : countPostsTitled(db, search),
    listDailyViews(db, daysBefore(since, period)),
    listSources(db, period, sourcesShown),
    sumIgnoredViews(db, since),
    // The pages with a form come first, so that they are listed even with few views.
    listPageFigures(db, since, pagesShown + 2),
  ]);
  const { figures, categories } = summarize(byCategory, site);
  const total = found ?? figures.posts;
  const pages = Math.max(1, Math.ceil(total / postsPerStatsPage));
  if (page > pages) return getAnalytics(ctx, { ...query, page: pages });
  return {
    figures,
    categories: categories.slice(0, categoriesShown),
    topPosts,
    posts: { items, page, pages, total },
    days: fillPeriod(days, period, today),
    sources,
    ignored,
    pages: topPages(pageFigures, pagesShown),
    forms: formReach(pageFigures),
  };
}
