import {
  type CalendarPeriod,
  type DayOfPeriod,
  type NamedFigures,
  type StatsOrder,
  countPostsTitled,
  listDaysOfPeriod,
  listNamedFigures,
  listPostStats,
  listTopCategories,
  listTopPosts,
  readSiteFigures,
} from '#db/queries/analytics.ts';
import { beginViewDay } from '#db/queries/views.ts';
import { requirePermission, type Core } from '#domain/core/context.ts';
import { readPage, type RowWindow } from '#domain/core/paging.ts';
import { searchedText } from '#domain/fields/fields.ts';
import { readLeads } from './leads.ts';
import { daysBefore, type Period } from './periods.ts';

const postsPerStatsPage = 20;
const topPostsKept = 10;
const categoriesShown = 5;
const namesShown = 8;

/** `search`: part of the titles in the table of posts. */
export type AnalyticsQuery = { period: Period; order: StatsOrder; page: number; search?: string };

export type { CalendarPeriod, DayOfPeriod, NamedFigures };

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
  const search = searchedText(query.search);
  const leadDays = { since: daysBefore(today, period - 1), until: today };
  const [site, topPosts, items, found, days, named, categories, leads] = await Promise.all([
    readSiteFigures(db),
    listTopPosts(db, period, topPostsKept),
    listPostStats(db, order, window, search),
    search === '' ? null : countPostsTitled(db, search),
    listDaysOfPeriod(db, period),
    listNamedFigures(db, period, namesShown),
    listTopCategories(db, period, categoriesShown),
    readLeads(db, leadDays, namesShown),
  ]);
  const { drafts, publishedViews, ...figures } = site;
  const posts = figures.published + drafts;
  return {
    figures: {
      ...figures,
      posts,
      /** Views of published posts by published posts, rounded; 0 if none is published. */
      averageViews: figures.published === 0 ? 0 : Math.round(publishedViews / figures.published),
    },
    categories,
    /** At most ten; screens show the first five. */
    topPosts,
    posts: { items, total: found ?? posts },
    days,
    /** Pages that are not posts, sources, and reasons why views were not counted, those with the most views first. */
    named,
    leads,
  };
}
