import type { Random } from './random.ts';

/** Times are in seconds since 1970. Posts are indexes into the given list. */
export type ViewsOfADay = { posts: number[]; seconds: number[] };

const day = 86_400;
/** Two years. */
const maxHistory = 730;
/** From Monday. */
const weekRhythm = [1.12, 1.18, 1.15, 1.08, 0.95, 0.58, 0.62] as const;
/** Factor by which views grow over two years. */
const growth = 4;

/**
 * A history of exactly `total` views by day in ascending order: growing, lower at weekends, with a few posts that have most
 * of the views. Pure; the same for the same `random`.
 * @param publishedAt a time for each post, ascending, none after `now`
 */
export function* viewHistory(
  publishedAt: readonly number[],
  total: number,
  now: number,
  random: Random,
): Generator<ViewsOfADay> {
  const [oldest] = publishedAt;
  if (oldest === undefined || total === 0) return;

  const today = Math.floor(now / day);
  const firstDay = Math.max(Math.floor(oldest / day), today - maxHistory + 1);
  const days = Array.from({ length: today - firstDay + 1 }, (_, index) => {
    const date = firstDay + index;
    const end = Math.min((date + 1) * day, now);
    const visible = Math.max(1, countBelow(publishedAt, publishedAt.length, end));
    const trend = growth ** ((date - today) / maxHistory);
    const noise = 0.88 + 0.24 * random();
    const elapsed = (end - date * day) / day;
    return {
      date,
      visible,
      weight: Math.sqrt(visible) * trend * (weekRhythm[weekday(date)] ?? 1) * noise * elapsed,
    };
  });
  // Running sums of the posts' popularity, from 1 to 400, most of them near 1.
  let popularity = 0;
  const readers = publishedAt.map(() => (popularity += Math.min(400, (1 - random()) ** -0.8)));

  const sum = days.reduce((weights, { weight }) => weights + weight, 0);
  let reached = 0;
  let given = 0;
  for (const { date, visible, weight } of days) {
    reached += weight;
    const upTo = date === today ? total : Math.round((reached / sum) * total);
    const views = Array.from({ length: upTo - given }, () => {
      const post = countBelow(readers, visible, random() * (readers[visible - 1] ?? 0));
      const from = Math.max(date * day, Math.ceil(publishedAt[post] ?? 0));
      const to = Math.min((date + 1) * day - 1, Math.floor(now));
      // The mean of two random numbers: most views in the middle of the day.
      const hour = (random() + random()) / 2;
      return { post, second: Math.min(to, Math.floor(from + hour * Math.max(0, to - from + 1))) };
    }).toSorted((a, b) => a.second - b.second);
    given = upTo;
    yield { posts: views.map(({ post }) => post), seconds: views.map(({ second }) => second) };
  }
}

/** 0 is Monday; 1 January 1970 was a Thursday. */
function weekday(date: number): number {
  return (date + 3) % 7;
}

/** How many of the first `length` ascending values are below `limit`. */
function countBelow(values: readonly number[], length: number, limit: number): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] ?? 0) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
