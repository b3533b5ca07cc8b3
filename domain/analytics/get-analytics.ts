import {
  type CategoryFigures,
  type SiteViews,
  type SourceFigures,
  type StatsOrder,
  countPostsTitled,
  listDailyViews,
  listPageFigures,
  listPostStats,
  listSources,
  listTopPosts,
  sumByCategory,
  sumSiteViews,
} from '#db/queries/analytics.ts';
import { rollOverViewDay } from '#db/queries/views.ts';
import { requirePermission } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { readPage, type RowWindow } from '#domain/paging.ts';
import { searchedText } from '#domain/fields/fields.ts';
import { readLeads } from './leads.ts';
import { daysBefore, fillPeriod, type Period } from './periods.ts';

const postsPerStatsPage = 20;
const topPostsKept = 10;
const categoriesShown = 5;
const sourcesShown = 8;
const pagesShown = 8;
const leadsShown = 8;

/** `search`: part of the titles in the table of posts. */
export type AnalyticsQuery = { period: Period; order: StatsOrder; page: number; search?: string };

export type { SourceFigures };

export type Analytics = Awaited<ReturnType<typeof getAnalytics>>;

/**
 * Every figure of the Analytics screen. Read from sums that are updated with every view, so that its time does not grow
 * with the number of views.
 */
export async function getAnalytics(ctx: DomainContext, query: AnalyticsQuery) {
  requirePermission(ctx, 'edit-content');
  const { shown, page, pages } = await readPage(query.page, postsPerStatsPage, async (window) => {
    const figures = await readFigures(ctx, query, window);
    return { shown: figures, found: figures.posts.total };
  });
  return { ...shown, posts: { ...shown.posts, page, pages } };
}

async function readFigures(
  { db }: DomainContext,
  { period, order, ...query }: AnalyticsQuery,
  window: RowWindow,
) {
  const today = await rollOverViewDay(db);
  const since = daysBefore(today, period - 1);
  const search = searchedText(query.search);
  const [byCategory, site, topPosts, items, found, days, sources, pages, leads] = await Promise.all([
    sumByCategory(db, period),
    sumSiteViews(db),
    listTopPosts(db, period, topPostsKept),
    listPostStats(db, period, order, window, search),
    search === '' ? null : countPostsTitled(db, search),
    listDailyViews(db, daysBefore(since, period)),
    listSources(db, period, sourcesShown),
    listPageFigures(db, since, pagesShown),
    readLeads(db, { since, until: today }, leadsShown),
  ]);
  const { figures, categories } = summarize(byCategory, site);
  return {
    figures,
    categories: categories.slice(0, categoriesShown),
    /** At most ten; screens show the first five. */
    topPosts,
    posts: { items, total: found ?? figures.posts },
    days: fillPeriod(days, period, today),
    sources,
    /** Public pages that are not posts, those with the most views first. */
    pages,
    leads,
  };
}

/** The figures of the site and of its categories, those with the most views in the period first. */
function summarize(byCategory: readonly CategoryFigures[], site: SiteViews) {
  const sum = (of: (row: CategoryFigures) => number) => byCategory.reduce((total, row) => total + of(row), 0);
  const published = sum((row) => row.published);
  const publishedViews = sum((row) => row.publishedViews);
  return {
    figures: {
      ...site,
      totalViews: sum((row) => row.totalViews),
      posts: sum((row) => row.posts),
      published,
      featured: sum((row) => row.featured),
      /** Views of published posts by published posts, rounded; 0 if none is published. */
      averageViews: published === 0 ? 0 : Math.round(publishedViews / published),
    },
    categories: byCategory
      .filter((row) => row.published > 0)
      .map((row) => ({
        name: row.name ?? 'Uncategorized',
        posts: row.published,
        totalViews: row.publishedViews,
        views: row.publishedViewsInPeriod,
      }))
      .toSorted(
        (a, b) => b.views - a.views || b.totalViews - a.totalViews || a.name.localeCompare(b.name, 'en'),
      ),
  };
}
