import type { Random } from './random.ts';

/** Moments are seconds since 1970. Posts are known by their position in the list that was given. */
export type ViewsOfADay = { posts: number[]; seconds: number[] };

const day = 86_400;
/** Two years. */
const longestHistory = 730;
/** From Monday. */
const weekRhythm = [1.12, 1.18, 1.15, 1.08, 0.95, 0.58, 0.62] as const;
/** So many times as busy at the end of a history as two years before. */
const growth = 4;
/** How much a new post is read beyond its steady readers, and after how many days that is down to a third. */
const novelty = { strength: 9, days: 6 };

/**
 * A history of exactly `total` views, day by day in order: growing, quieter at weekends, with few posts that most people
 * read and many that few read, each one read most when it is new. Pure; the same for the same `random`.
 * @param publishedAt one moment for each post, ascending, none after `now`.
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

/** How busy each day is, relative to the others. A day on which nothing was published yet is not. */
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
  // A first post of this very second has no day to be read on, yet the asked number of views is kept.
  return weights.some((weight) => weight > 0)
    ? weights
    : weights.map((_, index) => Number(index === weights.length - 1));
}

/** 0 is Monday; 1 January 1970 was a Thursday. */
function weekday(date: number): number {
  return (date + 3) % 7;
}

/** Whole numbers that are to each other as the weights are and add up to `total`. */
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

/** Fills the running sums of readers per post for one day. @returns how many posts can be read on it. */
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
    // The mean of two draws: fewest readers at night, most in the middle of the day.
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
