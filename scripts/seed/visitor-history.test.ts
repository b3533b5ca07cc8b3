import { expect, test } from 'vitest';

import { seededRandom } from './random.ts';
import { createVisitorHistory } from './visitor-history.ts';

function historyOf(views: number) {
  const history = createVisitorHistory(seededRandom(7));
  for (let n = 0; n < views; n += 1) history.add(1_000_000 + n * 60);
  return history.visits();
}

test('every view is counted in one quarter of an hour, with fewer visitors than views', () => {
  const posts = historyOf(3000).filter(({ page }) => page === '');
  const sum = (of: (row: (typeof posts)[number]) => number) =>
    posts.reduce((total, row) => total + of(row), 0);
  expect(sum(({ views }) => views)).toBe(3000);
  expect(sum(({ visitors }) => visitors)).toBeGreaterThan(1500);
  expect(sum(({ visitors }) => visitors)).toBeLessThan(2400);
  expect(posts.filter(({ second, views, visitors }) => second % 900 !== 0 || visitors > views)).toEqual([]);
});

test('pages have fewer views than posts', () => {
  const visits = historyOf(3000);
  const views = (of: string) =>
    visits.filter(({ page }) => page === of).reduce((total, row) => total + row.views, 0);
  expect(views('/')).toBeGreaterThan(views('/contact'));
  expect(views('/contact')).toBeGreaterThan(20);
  expect(views('/')).toBeLessThan(1500);
});

test('createVisitorHistory returns the same history for the same random numbers', () => {
  expect(historyOf(500)).toEqual(historyOf(500));
});
