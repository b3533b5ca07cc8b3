import { expect, test } from 'vitest';

import { summarize } from './summarize.ts';

const site = { today: 1, thisWeek: 2, thisMonth: 3, visitorsToday: 1 };
const row = {
  name: 'Engineering',
  posts: 3,
  published: 2,
  featured: 1,
  totalViews: 110,
  publishedViews: 100,
  publishedViewsInPeriod: 40,
};

test('the site is the sum of its categories; the average is of published posts only', () => {
  const { figures } = summarize([row, { ...row, name: null, publishedViews: 5, totalViews: 5 }], site);
  expect(figures).toEqual({
    ...site,
    totalViews: 115,
    posts: 6,
    published: 4,
    featured: 2,
    averageViews: 26,
  });
});

test('without published posts the average is 0', () => {
  expect(summarize([{ ...row, published: 0, publishedViews: 0 }], site).figures.averageViews).toBe(0);
  expect(summarize([], site).figures).toMatchObject({ averageViews: 0, totalViews: 0, posts: 0 });
});

test('categories come by views in the period, then by all; posts without one are Uncategorized', () => {
  const { categories } = summarize(
    [
      { ...row, name: 'Quiet', publishedViewsInPeriod: 0, publishedViews: 900 },
      { ...row, name: null, publishedViewsInPeriod: 40, publishedViews: 101 },
      row,
      { ...row, name: 'Only drafts', published: 0 },
    ],
    site,
  );
  expect(categories.map(({ name }) => name)).toEqual(['Uncategorized', 'Engineering', 'Quiet']);
});
