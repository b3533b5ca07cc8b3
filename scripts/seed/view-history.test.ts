import { expect, test } from 'vitest';

import { seededRandom } from './random.ts';
import { viewHistory } from './view-history.ts';

const day = 86_400;
const now = Date.UTC(2026, 10, 18, 15, 30) / 1000;

/** One post every ten days over two years, at nine in the morning. */
const everyTenDays = Array.from({ length: 72 }, (_, index) => {
  return (Math.floor(now / day) - 720 + index * 10) * day + 9 * 3600;
});

function history(publishedAt: readonly number[], total: number, seed = 1) {
  const views: { post: number; second: number }[] = [];
  for (const { posts, seconds } of viewHistory(publishedAt, total, now, seededRandom(seed))) {
    for (const [index, post] of posts.entries()) views.push({ post, second: seconds[index] ?? 0 });
  }
  return views;
}

test.for([0, 1, 7, 5_000, 40_000])('%i views are exactly as many', (total) => {
  expect(history(everyTenDays, total)).toHaveLength(total);
});

test('views are in order, none before its post or after now', () => {
  let earlier = 0;
  for (const { post, second } of history(everyTenDays, 20_000)) {
    expect(second).toBeGreaterThanOrEqual(everyTenDays[post] ?? Infinity);
    expect(second).toBeLessThanOrEqual(now);
    expect(second).toBeGreaterThanOrEqual(earlier);
    expect(Number.isInteger(second)).toBe(true);
    earlier = second;
  }
});

test('viewHistory returns the same history for the same seed', () => {
  expect(history(everyTenDays, 500, 4)).toEqual(history(everyTenDays, 500, 4));
  expect(history(everyTenDays, 500, 4)).not.toEqual(history(everyTenDays, 500, 5));
});
