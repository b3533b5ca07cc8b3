import { mkdtemp, rm } from 'node:fs/promises';
import { request, Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { sql } from 'kysely';

import { openDatabase, type Database } from '#db/client.ts';
import { startEmbeddedPostgres } from '#db/embedded.ts';
import { migrate } from '#db/migrate.ts';
import { listViewDifferences } from '#db/queries/view-check.ts';
import { getAnalytics } from '#domain/analytics/get-analytics.ts';
import { contextAs } from '#tests/factories.ts';
import { startProcess } from '#tests/process.ts';
import { openConnection } from './connection.ts';
import { percentile } from './statistics.ts';

/**
 * Views at any size: how long the figures of Analytics take with ten thousand, a million and a hundred million counted
 * views of 10,000 posts, and how many views a second are counted while the process is killed in the middle.
 *
 * npm run bench -- views [--seconds 60]
 */
const seconds = Number(process.argv[process.argv.indexOf('--seconds') + 1]) || 60;
const posts = 10_000;
const days = 365;
const sizes = [10_000, 1_000_000, 100_000_000];
/** Raw rows beyond these would only fill the disk: no figure is read from them. */
const mostRows = 2_000_000;

const folder = await mkdtemp(join(tmpdir(), 'anyforge-views-'));
const server = await startEmbeddedPostgres({ dataDir: join(folder, 'database'), announce: () => {} });
const { connection } = server;
const client = openDatabase(connection, { timeZone: 'UTC', onIdleError: () => {} });
try {
  await client.pool.query('alter database postgres set statement_timeout = 0');
  await migrate(client.pool, { announce: () => {} });
  await fill(client.db);
  for (const views of sizes) {
    await addUp(client.db, views);
    const times = await readingTimes(client.db);
    console.log(
      `Analytics, ${views.toLocaleString('en-US')} views of ${posts.toLocaleString('en-US')} posts: p50 ${percentile(times, 0.5).toFixed(1)} ms, p95 ${percentile(times, 0.95).toFixed(1)} ms`,
    );
  }
  await clear(client.db);
  await countUntilKilled();
} finally {
  await client.close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

async function fill(db: Database): Promise<void> {
  await sql`
    insert into blog_categories (name, slug) select 'Category ' || n, 'category-' || n from generate_series(1, 20) n`.execute(
    db,
  );
  await sql`
    insert into blog_posts (title, slug, content, published, featured, published_at, first_published_at, category_id)
    select 'Post number ' || n, 'post-' || n, repeat('Words of a post. ', 200), true, n % 50 = 0,
      now() - n * interval '1 hour', now() - n * interval '1 hour',
      (select id from blog_categories order by slug offset n % 20 limit 1)
    from generate_series(1, ${posts}::int) n`.execute(db);
}

/** Sums in full, rows as many as are useful. */
async function addUp(db: Database, views: number): Promise<void> {
  await clear(db);
  const perDay = views / posts / days;
  await db.connection().execute(async (one) => {
    await sql`set statement_timeout = 0`.execute(one);
    await sql`
      insert into blog_post_daily_views (post_id, day, views)
      select id, current_date - d, n from (
        select p.id, d, floor(${perDay}::float8 * 2 * random() + random())::int as n
        from blog_posts p cross join generate_series(0, ${days - 1}::int) d
      ) v where n > 0`.execute(one);
    await sql`
      insert into blog_post_view_counts (post_id, total_views)
      select post_id, sum(views) from blog_post_daily_views group by post_id`.execute(one);
    await sql`insert into site_daily_views (day, views) select day, sum(views) from blog_post_daily_views group by day`.execute(
      one,
    );
    await sql`
      insert into site_daily_sources (day, kind, name, views)
      select current_date - d, kind, kind || ' ' || n, 1 + n
      from generate_series(0, ${days - 1}::int) d
      cross join (values ('referrer', 300), ('campaign', 30), ('device', 3), ('browser', 8)) k (kind, names)
      cross join lateral generate_series(1, names) n`.execute(one);
    await sql`
      insert into blog_post_metrics (post_id, created_at)
      select (select id from blog_posts order by id offset n % 100 limit 1), now() - (n % 5000) * interval '1 second'
      from generate_series(1, ${Math.min(views, mostRows) / 20}::int) n`.execute(one);
    await sql`update view_calendar set as_of = current_date - 1`.execute(one);
    await sql`select begin_view_day()`.execute(one);
    await sql`vacuum analyze`.execute(one);
  });
}

async function clear(db: Database): Promise<void> {
  await sql`
    truncate blog_post_metrics, blog_post_daily_views, blog_post_daily_sources, blog_post_view_counts, site_daily_views,
      site_daily_sources, left_out_views`.execute(db);
}

async function readingTimes(db: Database): Promise<number[]> {
  const ctx = await contextAs(db, 'admin');
  const times: number[] = [];
  for (let n = 0; n < 220; n += 1) {
    const started = performance.now();
    await getAnalytics(ctx, {
      period: ([7, 30, 90] as const)[n % 3] ?? 30,
      order: { by: (['total', 'today', 'week', 'title'] as const)[n % 4] ?? 'total', direction: 'desc' },
      page: 1 + (n % 5),
    });
    if (n >= 20) times.push(performance.now() - started);
  }
  return times;
}

/** Views from many visitors at once; the process is killed at the end, in the middle of its work. */
async function countUntilKilled(): Promise<void> {
  const { rows } = await client.pool.query<{ id: string }>('select id from blog_posts');
  const { host, port, user, database } = connection;
  const product = startProcess(['server/main.ts'], {
    NODE_ENV: 'production',
    PORT: '0',
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'silent',
  });
  const origin = await product.until(/Ready at (\S+)/);
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const times: number[] = [];
  const pageTimes = { alone: await pageP99(Number(new URL(origin).port), 1_000), beside: Number.NaN };
  let answered = 0;
  let sent = 0;
  const end = new AbortController();
  const send = () =>
    new Promise<void>((resolve) => {
      const n = (sent += 1);
      const body = JSON.stringify({
        post_id_param: rows[(n * 7919) % rows.length]?.id,
        ip_address_param: null,
        user_agent_param: `Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0 ${n}`,
        referrer_param: `https://site-${n % 40}.example/`,
      });
      const started = performance.now();
      const call = request(`${origin}/rpc/increment_post_view`, {
        method: 'POST',
        agent,
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), origin },
      });
      call.on('response', (response) => {
        if (response.statusCode === 204) {
          answered += 1;
          times.push(performance.now() - started);
        }
        response.resume();
        response.on('close', resolve);
      });
      call.on('error', () => resolve());
      call.end(body);
    });
  const started = performance.now();
  const until = started + seconds * 1000;
  const visitor = async () => {
    while (!end.signal.aborted && performance.now() < until) await send();
  };
  const crowd = Promise.all(Array.from({ length: 64 }, visitor));
  await sleep((seconds * 1000) / 2);
  pageTimes.beside = await pageP99(Number(new URL(origin).port), 1_000);
  await sleep((seconds * 1000) / 2 - 500);
  const took = (performance.now() - started) / 1000;
  const answeredThen = answered;
  product.signal('SIGKILL');
  end.abort();
  await product.exited;
  await crowd;
  agent.destroy();
  await sleep(500);
  const { rows: stored } = await client.pool.query<{ n: number }>(
    'select count(*) as n from blog_post_metrics',
  );
  const kept = stored[0]?.n ?? 0;
  console.log(
    `Counting: ${Math.round(answeredThen / took).toLocaleString('en-US')} views a second for ${took.toFixed(0)} s; p50 ${percentile(times, 0.5).toFixed(1)} ms, p99 ${percentile(times, 0.99).toFixed(1)} ms`,
  );
  console.log(
    `Killed by SIGKILL: ${answered.toLocaleString('en-US')} answered, ${kept.toLocaleString('en-US')} stored, ${Math.max(0, answered - kept)} lost`,
  );
  console.log(`Differences between rows and sums: ${(await listViewDifferences(client.db)).length}`);
  console.log(
    `A kept page's p99: ${pageTimes.alone.toFixed(2)} ms alone, ${pageTimes.beside.toFixed(2)} ms beside the counting`,
  );
}

async function pageP99(port: number, pages: number): Promise<number> {
  const open = await openConnection(port);
  const times: number[] = [];
  for (let n = 0; n < pages; n += 1) {
    const started = performance.now();
    await open.get('/blog/post-1');
    times.push(performance.now() - started);
    if (n % 10 === 0) await sleep(1);
  }
  open.close();
  return percentile(times, 0.99);
}
