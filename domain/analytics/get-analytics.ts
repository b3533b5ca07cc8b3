import {
  type NamedFigures,
  type StatsOrder,
  countPostsTitled,
  listDailyViews,
  listNamedFigures,
  listPostStats,
  listTopCategories,
  listTopPosts,
  readPostFigures,
  sumSiteViews,
} from '#db/queries/analytics.ts';
import { beginViewDay } from '#db/queries/views.ts';
import { requirePermission, type Core } from '#domain/core/context.ts';
import { readPage, type RowWindow } from '#domain/core/paging.ts';
import { searchedText } from '#domain/fields/fields.ts';
import { readLeads } from './leads.ts';
import { daysBefore, fillPeriod, type Period } from './periods.ts';

const postsPerStatsPage = 20;
const topPostsKept = 10;
const categoriesShown = 5;
const namesShown = 8;

/** `search`: part of the titles in the table of posts. */
export type AnalyticsQuery = { period: Period; order: StatsOrder; page: number; search?: string };

export type { NamedFigures };

export type Analytics = Awaited<ReturnType<typeof getAnalytics>>;

/**
 * Every figure of the Analytics screen. Read from counts that are kept with every view and every save, so that its time
 * grows neither with the number of views nor with that of posts.
 */
export async function getAnalytics(ctx: Core, query: AnalyticsQuery) {
  requirePermission(ctx, 'edit-content');
  const { shown, page, pages } = await readPage(query.page, postsPerStatsPage, async (window) => {
    const figures = await readFigures(ctx, query, window);
    return { shown: figures, found: figures.posts.total };
  });
  return { ...shown, posts: { ...shown.posts, page, pages } };
}

async function readFigures({ db }: Core, { period, order, ...query }: AnalyticsQuery, window: RowWindow) {
  const { today } = await beginViewDay(db);
  const since = daysBefore(today, period - 1);
  const search = searchedText(query.search);
  const [posts, site, topPosts, items, found, days, named, categories, leads] = await Promise.all([
    readPostFigures(db),
    sumSiteViews(db),
    listTopPosts(db, period, topPostsKept),
    listPostStats(db, order, window, search),
    search === '' ? null : countPostsTitled(db, search),
    listDailyViews(db, daysBefore(since, period)),
    listNamedFigures(db, period, namesShown),
    listTopCategories(db, period, categoriesShown),
    readLeads(db, { since, until: today }, namesShown),
  ]);
  const { drafts, publishedViews, ...figures } = posts;
  return {
    figures: {
      ...site,
      ...figures,
      posts: posts.published + drafts,
      /** Views of published posts by published posts, rounded; 0 if none is published. */
      averageViews: posts.published === 0 ? 0 : Math.round(publishedViews / posts.published),
    },
    categories: categories.map(({ name, ...category }) => ({ name: name ?? 'Uncategorized', ...category })),
    /** At most ten; screens show the first five. */
    topPosts,
    posts: { items, total: found ?? posts.published + drafts },
    days: fillPeriod(days, period, today),
    /** Pages that are not posts, sources, and reasons why views were not counted, those with the most views first. */
    named,
    leads,
  };
}
