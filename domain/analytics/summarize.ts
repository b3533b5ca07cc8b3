import type { CategoryFigures, SiteViews } from '#db/queries/analytics.ts';

/** The figures of the site and of its categories, those with the most views in the period first. */
export function summarize(byCategory: readonly CategoryFigures[], site: SiteViews) {
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
