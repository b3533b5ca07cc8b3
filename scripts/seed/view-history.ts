import type { Random } from './random.ts';

/** Times are in seconds since 1970. Posts are indexes into the given list. */
export type ViewsOfADay = { posts: number[]; seconds: number[] };

const day = 86_400;
/** Two years. */
const longestHistory = 730;
/** From Monday. */
const weekRhythm = [1.12, 1.18, 1.15, 1.08, 0.95, 0.58, 0.62] as const;
/** Factor by which views grow over two years. */
const growth = 4;
/** Additional views of a new post, relative to its steady ones, and the days after which they are down to a third. */
const novelty = { strength: 9, days: 6 };

/**
 * A history of exactly `total` views by day in ascending order: growing, lower at weekends, with a few posts that have most
 * of the views, each post with most of its views when it is new. Pure; the same for the same `random`.
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
  const firstDay = Math.max(Math.floor(oldest / day), today - longestHistory + 1);
  const popularity = publishedAt.map(() => longTailed(random));
  const perDay = spread(total, dayWeights(publishedAt, firstDay, today, now, random));

  const readersUpTo = new Float64Array(publishedAt.length);
  for (const [index, count] of perDay.entries()) {
    if (count === 0) continue;
    const date = firstDay + index;
    const visible = sumReaders(readersUpTo, publishedAt, popularity, date, now);
    yield viewsOfADay(date, count, visible, readersUpTo, publishedAt, now, random);
  }
}

/** From 1 to 400, most of them near 1. */
function longTailed(random: Random): number {
  return Math.min(400, (1 - random()) ** -0.8);
}

/** The relative number of views for each day; 0 before the first post. */
function dayWeights(
  publishedAt: readonly number[],
  firstDay: number,
  today: number,
  now: number,
  random: Random,
): number[] {
  const weights: number[] = [];
  let visible = 0;
  for (let date = firstDay; date <= today; date += 1) {
    while ((publishedAt[visible] ?? Infinity) < Math.min((date + 1) * day, now)) visible += 1;
    const trend = growth ** ((date - today) / longestHistory);
    const noise = 0.88 + 0.24 * random();
    const elapsed = date === today ? (now - today * day) / day : 1;
    weights.push(Math.sqrt(visible) * trend * (weekRhythm[weekday(date)] ?? 1) * noise * elapsed);
  }
  // A first post published just now has no day yet; the requested number of views is kept anyway.
  return weights.some((weight) => weight > 0)
    ? weights
    : weights.map((_, index) => Number(index === weights.length - 1));
}

/** 0 is Monday; 1 January 1970 was a Thursday. */
function weekday(date: number): number {
  return (date + 3) % 7;
}

/** Integers in proportion to the weights that add up to `total`. */
function spread(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((a, b) => a + b, 0);
  let reached = 0;
  let given = 0;
  return weights.map((weight, index) => {
    reached += weight;
    const upTo = index === weights.length - 1 ? total : Math.round((reached / sum) * total);
    const share = upTo - given;
    given = upTo;
    return share;
  });
}

/** Fills the running sums of readers per post for one day. @returns the number of posts published by then */
function sumReaders(
  readersUpTo: Float64Array,
  publishedAt: readonly number[],
  popularity: readonly number[],
  date: number,
  now: number,
): number {
  const end = Math.min((date + 1) * day, now);
  let sum = 0;
  let visible = 0;
  for (const moment of publishedAt) {
    if (moment >= end && visible > 0) break;
    const age = Math.max(0, date - Math.floor(moment / day));
    const fresh = age > novelty.days * 8 ? 0 : novelty.strength * Math.exp(-age / novelty.days);
    sum += (popularity[visible] ?? 0) * (1 + fresh);
    readersUpTo[visible] = sum;
    visible += 1;
  }
  return visible;
}

function viewsOfADay(
  date: number,
  count: number,
  visible: number,
  readersUpTo: Float64Array,
  publishedAt: readonly number[],
  now: number,
  random: Random,
): ViewsOfADay {
  const all = readersUpTo[visible - 1] ?? 0;
  const views = Array.from({ length: count }, () => {
    const post = firstAbove(readersUpTo, visible, random() * all);
    const from = Math.max(date * day, Math.ceil(publishedAt[post] ?? 0));
    const to = Math.min((date + 1) * day - 1, Math.floor(now));
    // The mean of two random numbers: most views in the middle of the day.
    const hour = (random() + random()) / 2;
    return { post, second: Math.min(to, Math.floor(from + hour * Math.max(0, to - from + 1))) };
  }).sort((a, b) => a.second - b.second);
  return { posts: views.map(({ post }) => post), seconds: views.map(({ second }) => second) };
}

/** The first of the ascending sums that is above `value`. */
function firstAbove(sums: Float64Array, length: number, value: number): number {
  let low = 0;
  let high = length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sums[middle] ?? 0) > value) high = middle;
    else low = middle + 1;
  }
  return low;
}
