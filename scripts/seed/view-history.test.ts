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

test('viewHistory without posts returns no views', () => {
  expect(history([], 100)).toEqual([]);
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

test('posts older than two years have views within the last two years', () => {
  const old = [now - 1_500 * day, now - 1_000 * day];
  const views = history(old, 2_000);
  expect(views).toHaveLength(2_000);
  expect(views.every(({ second }) => second > now - 731 * day)).toBe(true);
});

test('viewHistory keeps the total for a post published just now', () => {
  expect(history([now], 10)).toEqual(Array.from({ length: 10 }, () => ({ post: 0, second: now })));
});

test('a few posts have most of the views', () => {
  const counts = everyTenDays.map(() => 0);
  for (const { post } of history(everyTenDays, 50_000)) counts[post] = (counts[post] ?? 0) + 1;
  const top = counts.toSorted((a, b) => b - a).slice(0, 14);
  expect(top.reduce((a, b) => a + b, 0)).toBeGreaterThan(25_000);
  expect(Math.min(...counts)).toBeGreaterThan(0);
});

test('weekends have fewer views, and the second year has more than the first', () => {
  const views = history(everyTenDays, 50_000);
  const onWeekday = (wanted: number) => {
    return views.filter(({ second }) => new Date(second * 1000).getUTCDay() === wanted).length;
  };
  expect(onWeekday(0)).toBeLessThan(onWeekday(2) * 0.75);
  const lastYear = views.filter(({ second }) => second > now - 365 * day).length;
  expect(lastYear).toBeGreaterThan(30_000);
});

test('viewHistory returns the same history for the same seed', () => {
  expect(history(everyTenDays, 500, 4)).toEqual(history(everyTenDays, 500, 4));
  expect(history(everyTenDays, 500, 4)).not.toEqual(history(everyTenDays, 500, 5));
});
