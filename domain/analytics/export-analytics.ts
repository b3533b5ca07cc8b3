import { listDailyViews, listPostStats, listSources } from '#db/queries/analytics.ts';
import { listPageFigures } from '#db/queries/page-views.ts';
import { rollOverViewDay } from '#db/queries/views.ts';
import { requirePermission } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { csv } from '#domain/text/csv.ts';
import { daysBefore, fillPeriod, type Period } from './periods.ts';

export const exports = ['posts', 'days', 'sources', 'pages'] as const;
export type Export = (typeof exports)[number];

/** More rows than a spreadsheet opens. */
const maxRows = 1_000_000;

/** The figures of a period as comma-separated values, with a header line. */
export async function exportAnalytics(ctx: DomainContext, what: Export, period: Period): Promise<string> {
  requirePermission(ctx, 'edit-content');
  const today = await rollOverViewDay(ctx.db);
  switch (what) {
    case 'days': {
      const rows = await listDailyViews(ctx.db, daysBefore(today, period - 1));
      const days = fillPeriod(rows, period, today);
      return csv([['Day', 'Views'], ...days.map(({ day, views }) => [day, views])]);
    }
    case 'sources': {
      const sources = await listSources(ctx.db, period, maxRows);
      return csv([
        ['Kind', 'Source', 'Views'],
        ...sources
          .filter(({ kind }) => kind !== 'ignored')
          .map(({ kind, name, views }) => [kind, name, views]),
      ]);
    }
    case 'pages': {
      const pages = await listPageFigures(ctx.db, daysBefore(today, period - 1), maxRows);
      return csv([
        ['Page', 'Views', 'Visitors'],
        ...pages.map(({ page, views, visitors }) => [page, views, visitors]),
      ]);
    }
    case 'posts': {
      const window = { limit: maxRows, offset: 0 };
      const posts = await listPostStats(ctx.db, period, { by: 'total', direction: 'desc' }, window);
      return csv([
        [
          'Post Title',
          'Slug',
          'Status',
          'Total Views',
          'Today',
          'This Week',
          'This Month',
          `Last ${period} days`,
        ],
        ...posts.map((post) => [
          post.title,
          post.slug,
          post.published ? 'Published' : 'Draft',
          post.totalViews,
          post.today,
          post.thisWeek,
          post.thisMonth,
          post.inPeriod,
        ]),
      ]);
    }
  }
}
