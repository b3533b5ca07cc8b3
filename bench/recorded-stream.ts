import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';

import { sql } from 'kysely';

import { listViewDifferences } from '#tests/view-differences.ts';
import { getAnalytics } from '#domain/analytics/get-analytics.ts';
import { createPost } from '#domain/posts/create-post.ts';
import { createClient } from '#tests/client.ts';
import { contextAs, newPost } from '#tests/factories.ts';
import { letDaysPass } from '#tests/views.ts';
import { account, startOwnProduct } from './own-product.ts';
import { digestOf, ownPage, recordStream, type StreamAnswer, type StreamEvent } from './view-stream.ts';

/**
 * Replays a generated stream of 100,000 events over four days, with reloads, returns, bots, prefetches, administrators and
 * hidden posts, through the address that browsers call, and compares every figure with the expected result, which comes
 * with the stream. Exits with code 1 when there is a difference.
 *
 * npm run bench -- recorded-stream
 */
const publicPosts = 60;
const events = 100_000;
const stream = recordStream({ seed: 20_261_121, events, posts: publicPosts, hidden: 4 });
const together = 64;
const sockets = new Agent({ keepAlive: true, maxSockets: together });

const product = await startOwnProduct({ TRUSTED_PROXIES: '127.0.0.1', RATE_LIMITS: 'on' });
const { origin } = product;
const { db } = product.db;
try {
  // By the published rules of Plausible and Umami: every visitor of a day, and every view, including reloads.
  const theirs = published();
  const ours = stream.answer.days.map(({ views, visitors, ignored }) => ({
    views: views + ignored.repeat,
    visitors,
  }));
  const differences = differencesOf(ours, theirs, 'as Plausible and Umami count');

  const ids = await makePosts();
  const visitor = createClient(product);
  await visitor.post('/admin/login', account);
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  console.log(`Stream ${digestOf(stream)}: ${events.toLocaleString('en-US')} events`);
  await play(ids, cookie);

  differences.push(...differencesOf(stream.answer.days, await countedByDay(), 'by day'));
  const { rows } = await sql<{ id: string; views: number }>`
    select id, total_views as views from blog_post_stats`.execute(db);
  const views = new Map(rows.map((row) => [row.id, row.views]));
  const ofPosts = ids.map((id) => views.get(id) ?? 0);
  differences.push(...differencesOf([...stream.answer.posts, 0, 0, 0, 0], ofPosts, 'by post'));
  differences.push(...differencesOf(expectedFigures(), await shownFigures(), 'in Analytics'));
  differences.push(...differencesOf(0, (await listViewDifferences(db)).length, 'rows and sums'));

  const sum = (of: (day: StreamAnswer['days'][number]) => number) =>
    stream.answer.days.reduce((total, day) => total + of(day), 0);
  console.log(
    `${sum((day) => day.views)} views counted of ${sum((day) => day.visitors)} visitors; ignored: ${(['bot', 'prefetch', 'staff', 'hidden', 'repeat'] as const).map((reason) => `${sum((day) => day.ignored[reason])} ${reason}`).join(', ')}`,
  );
  for (const difference of differences) console.log(difference);
  console.log(`${differences.length} differences`);
  process.exitCode = differences.length === 0 ? 0 : 1;
} finally {
  sockets.destroy();
  await product.stop();
}

/** Ids in the order of the stream: public posts, a draft, a scheduled post, an unused id, and an invalid one. */
async function makePosts(): Promise<string[]> {
  const ctx = await contextAs(db, 'editor');
  const make = async (fields: Record<string, unknown>) => (await createPost(ctx, newPost(fields))).id;
  const ids: string[] = [];
  for (let n = 0; n < publicPosts; n += 1) ids.push(await make({ published: 'true' }));
  ids.push(await make({}), await make({ published: 'true', publishDay: '2999-01-01' }));
  return [...ids, randomUUID(), 'nonsense'];
}

async function play(ids: readonly string[], cookie: string): Promise<void> {
  for (const { minutes, isNewDay, events: now } of stream.turns) {
    if (isNewDay) await letDaysPass(db, 1);
    await sql`update recent_views set counted_at = counted_at - make_interval(mins => ${minutes})`.execute(
      db,
    );
    const waiting = [...now];
    const sender = async () => {
      for (let event = waiting.pop(); event; event = waiting.pop()) await send(event, ids, cookie);
    };
    await Promise.all(Array.from({ length: together }, sender));
  }
}

function send(event: StreamEvent, ids: readonly string[], cookie: string): Promise<void> {
  const body = JSON.stringify({
    post_id_param: ids[event.post],
    ip_address_param: null,
    user_agent_param: event.agent,
    referrer_param: event.referrer === ownPage ? `${origin}/blog` : event.referrer,
    campaign_param: event.campaign,
  });
  return new Promise((resolve, reject) => {
    const call = request(`${origin}/rpc/increment_post_view`, {
      method: 'POST',
      agent: sockets,
      headers: {
        origin,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': event.agent,
        'x-forwarded-for': event.address,
        ...(event.purpose === null ? {} : { 'sec-purpose': event.purpose }),
        ...(event.isAdministrator ? { cookie } : {}),
      },
    });
    call.on('response', (response) => {
      response.resume();
      response.on('end', () =>
        response.statusCode === 204 ? resolve() : reject(new Error(`Answered ${response.statusCode}.`)),
      );
    });
    call.on('error', reject);
    call.end(body);
  });
}

async function countedByDay(): Promise<unknown> {
  const days = await db.selectFrom('site_daily_views').selectAll().orderBy('day').execute();
  const sources = await db.selectFrom('site_daily_sources').selectAll().execute();
  const ignored = await db.selectFrom('ignored_views').selectAll().execute();
  return days.map(({ day, views, visitors }) => {
    const namesOf = (kind: string) =>
      Object.fromEntries(
        sources.filter((row) => row.day === day && row.kind === kind).map((row) => [row.name, row.views]),
      );
    return {
      views,
      visitors,
      sources: {
        referrer: namesOf('referrer'),
        campaign: namesOf('campaign'),
        device: namesOf('device'),
        browser: namesOf('browser'),
      },
      ignored: Object.fromEntries(
        ignored.filter((row) => row.day === day).map((row) => [row.reason, row.views]),
      ),
    };
  });
}

function expectedFigures(): unknown {
  const { days } = stream.answer;
  const totalViews = days.reduce((sum, day) => sum + day.views, 0);
  return {
    totalViews,
    visitorsToday: days.at(-1)?.visitors,
    days: days.map((day) => day.views),
    ignored: events - totalViews,
  };
}

async function shownFigures(): Promise<unknown> {
  const order = { by: 'total', direction: 'desc' } as const;
  const shown = await getAnalytics(await contextAs(db, 'editor'), { period: 7, order, page: 1 });
  return {
    totalViews: shown.figures.totalViews,
    visitorsToday: shown.figures.visitorsToday,
    days: shown.days.slice(-stream.answer.days.length).map((day) => day.views),
    ignored: shown.ignored.reduce((sum, one) => sum + one.views, 0),
  };
}

function published(): { views: number; visitors: number }[] {
  const days: { views: number; visitors: Set<string> }[] = [];
  for (const turn of stream.turns) {
    if (turn.isNewDay) days.push({ views: 0, visitors: new Set() });
    const day = days.at(-1);
    for (const event of turn.events.filter(isReading)) {
      if (day) day.views += 1;
      day?.visitors.add(`${event.address} ${event.agent}`);
    }
  }
  return days.map(({ views, visitors }) => ({ views, visitors: visitors.size }));
}

/** Whether a script in a page read by a person would have sent this. */
function isReading({ post, agent, purpose, isAdministrator }: StreamEvent): boolean {
  const isPerson = /^Mozilla.*(?:Firefox|Chrome|Safari)\//.test(agent) && !/bot|Headless/.test(agent);
  return post < publicPosts && purpose === null && !isAdministrator && isPerson;
}

/** One line for each figure that is not as expected. */
function differencesOf(expected: unknown, found: unknown, place: string): string[] {
  const [is, should] = [flat(found), flat(expected)];
  return [...new Set([...is.keys(), ...should.keys()])]
    .filter((name) => is.get(name) !== should.get(name))
    .map((name) => `${place}${name}: ${is.get(name)} instead of ${should.get(name)}`);
}

function flat(value: unknown, name = ''): Map<string, unknown> {
  if (typeof value !== 'object' || value === null) return new Map([[name, value]]);
  return new Map(Object.entries(value).flatMap(([key, one]) => [...flat(one, `${name} ${key}`)]));
}
