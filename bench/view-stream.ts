import { createHash } from 'node:crypto';

import { pick, seededRandom } from '../scripts/seed/random.ts';

/** The arguments of a browser's call of `increment_post_view`. */
export type StreamEvent = {
  /** Index among the posts of the site: public ones first, then hidden ones. */
  post: number;
  address: string;
  agent: string;
  /** `ownPage`, or an address. */
  referrer: string;
  campaign: string | null;
  /** `Sec-Purpose` of the request. */
  purpose: string | null;
  isAdministrator: boolean;
};

/** Events that happen at one time; `minutes` pass before them. A new day begins with `isNewDay`. */
export type StreamTurn = { minutes: number; isNewDay: boolean; events: StreamEvent[] };

/** The names under which a counted view appears in the sums. */
type Names = Record<'referrer' | 'campaign' | 'device' | 'browser', string>;

/** The expected result, counted while the stream is generated: none of it is derived from the stream. */
export type StreamAnswer = {
  /** By day, in order. */
  days: {
    views: number;
    visitors: number;
    sources: Record<keyof Names, Record<string, number>>;
    ignored: Record<'bot' | 'prefetch' | 'staff' | 'hidden' | 'repeat', number>;
  }[];
  /** Views of each public post. */
  posts: number[];
};

export type RecordedStream = { turns: StreamTurn[]; answer: StreamAnswer };

/** A page of the site itself, which is not a source. */
export const ownPage = 'own page';

const days = 4;
const turnsPerDay = 10;
const minutesBetween = 20;

const browsers = [
  ['desktop', 'Firefox', 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0'],
  [
    'desktop',
    'Chrome',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
  ],
  [
    'mobile',
    'Safari',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1',
  ],
  [
    'mobile',
    'Chrome',
    'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36',
  ],
  [
    'tablet',
    'Safari',
    'Mozilla/5.0 (iPad; CPU OS 26_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1',
  ],
] as const;

const bots = [
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'curl/8.9.1',
  'python-requests/2.32.3',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/150.0.0.0 Safari/537.36',
];

const referrers = [
  ['', ''],
  ['https://www.google.com/search?q=agents', 'google.com'],
  ['https://news.ycombinator.com/item?id=1', 'news.ycombinator.com'],
  ['https://duckduckgo.com/', 'duckduckgo.com'],
  ['android-app://com.slack/', ''],
] as const;

const campaigns = [
  [null, ''],
  [null, ''],
  ['Spring-Launch', 'spring-launch'],
  ['  newsletter ', 'newsletter'],
] as const;

/**
 * Readers, their reloads and returns, bots, prefetches, administrators and calls for hidden posts: the same for the same
 * seed. `posts` and `hidden` are the numbers of public and of hidden posts.
 */
export function recordStream(options: {
  seed: number;
  events: number;
  posts: number;
  hidden: number;
}): RecordedStream {
  const { events, posts, hidden } = options;
  const random = seededRandom(options.seed);
  const answer: StreamAnswer = { days: [], posts: Array.from({ length: posts }, () => 0) };
  const turns: StreamTurn[] = [];
  const perTurn = Math.floor(events / (days * turnsPerDay));
  let visitors = 0;
  const newAddress = () =>
    `2001:db8:${((visitors += 1) >> 16).toString(16)}:${(visitors & 0xffff).toString(16)}::1`;

  for (let day = 0; day < days; day += 1) {
    const of: StreamAnswer['days'][number] = {
      views: 0,
      visitors: 0,
      sources: { referrer: {}, campaign: {}, device: {}, browser: {} },
      ignored: { bot: 0, prefetch: 0, staff: 0, hidden: 0, repeat: 0 },
    };
    answer.days.push(of);
    const counted = (post: number, names: Names) => {
      of.views += 1;
      answer.posts[post] = (answer.posts[post] ?? 0) + 1;
      for (const kind of ['referrer', 'campaign', 'device', 'browser'] as const) {
        of.sources[kind][names[kind]] = (of.sources[kind][names[kind]] ?? 0) + 1;
      }
    };
    /** Readings of this day that a visitor may repeat, with the turn in which each counted last. */
    const open: { event: StreamEvent; names: Names; countedAt: number }[] = [];
    const read = new Set<string>();

    for (let turn = 0; turn < turnsPerDay; turn += 1) {
      const sent: StreamEvent[] = [];
      const returning = open.length;
      const isLast = day === days - 1 && turn === turnsPerDay - 1;
      const limit = isLast ? events - turns.reduce((sum, one) => sum + one.events.length, 0) : perTurn;
      const moved = new Set<number>();
      while (sent.length < limit) {
        const chance = random();
        if (chance < 0.4) {
          // A new visitor reads a post; some open it twice at once, which is one view.
          const [device, browser, agent] = pick(random, browsers);
          const [referrer, referrerName] =
            random() < 0.1 ? ([ownPage, ''] as const) : pick(random, referrers);
          const [campaign, campaignName] = pick(random, campaigns);
          const post = Math.floor(random() ** 2 * posts);
          const event = {
            post,
            address: newAddress(),
            agent,
            referrer,
            campaign,
            purpose: null,
            isAdministrator: false,
          };
          const names = { referrer: referrerName, campaign: campaignName, device, browser };
          sent.push(event);
          of.visitors += 1;
          counted(post, names);
          open.push({ event, names, countedAt: turn });
          read.add(`${event.address} ${post}`);
          if (random() < 0.1 && sent.length < limit) {
            sent.push({ ...event });
            of.ignored.repeat += 1;
          }
        } else if (chance < 0.5 && returning > 0) {
          // A visitor opens another post from a page of the site.
          const reading = open[Math.floor(random() * returning)];
          const post = Math.floor(random() * posts);
          if (!reading || read.has(`${reading.event.address} ${post}`)) continue;
          const event = { ...reading.event, post, referrer: ownPage, campaign: null };
          const names = { ...reading.names, referrer: '', campaign: '' };
          sent.push(event);
          counted(post, names);
          open.push({ event, names, countedAt: turn });
          read.add(`${event.address} ${post}`);
        } else if (chance < 0.65 && returning > 0) {
          // A visitor returns: a repeat within half an hour, a new view after it.
          const at = Math.floor(random() * returning);
          const reading = open[at];
          if (!reading || moved.has(at)) continue;
          sent.push({ ...reading.event });
          if ((turn - reading.countedAt) * minutesBetween >= 30) {
            counted(reading.event.post, reading.names);
            reading.countedAt = turn;
            moved.add(at);
          } else {
            of.ignored.repeat += 1;
          }
        } else if (chance < 0.8) {
          sent.push({ ...newVisitor(), agent: pick(random, bots) });
          of.ignored.bot += 1;
        } else if (chance < 0.9) {
          sent.push({ ...newVisitor(), purpose: pick(random, ['prefetch', 'prefetch;prerender']) });
          of.ignored.prefetch += 1;
        } else if (chance < 0.99) {
          sent.push({ ...newVisitor(), post: posts + Math.floor(random() * hidden) });
          of.ignored.hidden += 1;
        } else {
          sent.push({ ...newVisitor(), isAdministrator: true });
          of.ignored.staff += 1;
        }
      }
      turns.push({ minutes: turn === 0 ? 0 : minutesBetween, isNewDay: turn === 0, events: sent });
    }
  }
  return { turns, answer };

  function newVisitor(): StreamEvent {
    return {
      post: Math.floor(random() * posts),
      address: newAddress(),
      agent: pick(random, browsers)[2],
      referrer: '',
      campaign: null,
      purpose: null,
      isAdministrator: false,
    };
  }
}

/** Identifies a stream by its content. */
export function digestOf({ turns }: RecordedStream): string {
  return createHash('sha256').update(JSON.stringify(turns)).digest('hex').slice(0, 16);
}
