import type { PastVisits } from './past-views.ts';
import type { Random } from './random.ts';

/** In seconds. In every time zone days begin at a multiple of it. */
const quarterHour = 900;
/** Share of post views by a new visitor; the others are by one who has read another post that day. */
const newVisitors = 0.65;
/** Views of a page for each view of a post. */
const pages = [
  { page: '/', share: 0.3 },
  { page: '/blog', share: 0.25 },
  { page: '/about', share: 0.08 },
  { page: '/contact', share: 0.03 },
  { page: '/jv-program', share: 0.02 },
] as const;
const newPageVisitors = 0.9;

/** Generates visitors and views of public pages for generated views of posts. The same for the same `random`. */
export function createVisitorHistory(random: Random): {
  /** @param second of a view of a post, since 1970. */
  add: (second: number) => void;
  /** The views generated so far, by quarter of an hour and page; '' stands for posts. */
  visits: () => PastVisits;
} {
  const sums = new Map<string, { second: number; page: string; views: number; visitors: number }>();

  const count = (second: number, page: string, isNew: boolean) => {
    const start = second - (second % quarterHour);
    const key = `${start} ${page}`;
    const sum = sums.get(key) ?? { second: start, page, views: 0, visitors: 0 };
    sum.views += 1;
    if (isNew) sum.visitors += 1;
    sums.set(key, sum);
  };

  return {
    add(second) {
      count(second, '', random() < newVisitors);
      let chance = random();
      for (const { page, share } of pages) {
        if (chance >= 0 && chance < share) count(second, page, random() < newPageVisitors);
        chance -= share;
      }
    },
    visits: () => [...sums.values()],
  };
}
