import { sql } from 'kysely';

import type { Database } from '#db/client.ts';
import { getAnalytics } from '#domain/analytics/get-analytics.ts';
import { createClient } from '#tests/client.ts';
import { contextAs } from '#tests/factories.ts';
import { fillWithPosts } from './many-posts.ts';
import { account, startOwnProduct } from './own-product.ts';
import { percentile } from './statistics.ts';

/**
 * Time of Analytics with ten thousand, a million and a hundred million counted views of 10,000 posts: the verb alone, and
 * over HTTP, signed in as an administrator, the data of the screen and the whole screen.
 *
 * npm run bench -- analytics
 */
const posts = 10_000;
const days = 365;
const sizes = [10_000, 1_000_000, 100_000_000];
/** More raw rows would only fill the disk: no figure is read from them. */
const mostRows = 2_000_000;
const warmUp = 30;
const asked = 200;
const product = await startOwnProduct();
try {
  const { db } = product.db;
  await fillWithPosts(db, posts);
  const visitor = createClient(product);
  await visitor.post('/admin/login', account);
  const ctx = await contextAs(db, 'admin');
  for (const views of sizes) {
    await addUp(db, views);
    console.log(`${count(views)} views of ${count(posts)} posts`);
    await report('the verb', async (n) => {
      await getAnalytics(ctx, {
        period: ([7, 30, 90] as const)[n % 3] ?? 30,
        order: {
          column: (['total', 'today', 'week', 'title'] as const)[n % 4] ?? 'total',
          direction: 'desc',
        },
        page: 1 + (n % 5),
      });
    });
    const query = (n: number) =>
      `period=${[7, 30, 90][n % 3]}&sort=${['total', 'today', 'week', 'title'][n % 4]}&page=${1 + (n % 5)}`;
    const get = async (path: string) => {
      const response = await visitor.get(path);
      await response.arrayBuffer();
      if (response.status !== 200) throw new Error(`${path} answered ${response.status}.`);
    };
    await report('its data', (n) => get(`/admin/analytics.data?${query(n)}`));
    await report('the screen', (n) => get(`/admin/analytics?${query(n)}`));
    await report('the dashboard', () => get('/admin.data'));
    await report('the posts list', () => get('/admin/posts.data'));
  }
} finally {
  await product.stop();
}

async function report(what: string, work: (n: number) => Promise<void>): Promise<void> {
  const times: number[] = [];
  for (let n = 0; n < warmUp + asked; n += 1) {
    const started = performance.now();
    await work(n);
    if (n >= warmUp) times.push(performance.now() - started);
  }
  const [p50, p95] = [0.5, 0.95].map((share) => percentile(times, share).toFixed(1));
  console.log(`  ${what}: p50 ${p50} ms, p95 ${p95} ms`);
}

/** Stores all sums, and rows up to the limit. */
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
      select p.id, coalesce(sum(d.views), 0) from blog_posts p left join blog_post_daily_views d on d.post_id = p.id
      group by p.id`.execute(one);
    await sql`insert into site_daily_views (day, views) select day, sum(views) from blog_post_daily_views group by day`.execute(
      one,
    );
    await sql`
      insert into site_daily_sums (day, kind, name, views)
      select current_date - d, kind, kind || ' ' || n, 1 + n
      from generate_series(0, ${days - 1}::int) d
      cross join (values ('referrer', 300), ('campaign', 30), ('device', 3), ('browser', 8)) k (kind, names)
      cross join lateral generate_series(1, names) n`.execute(one);
    await sql`
      insert into page_daily_views (day, page, views, visitors)
      select current_date - d, '/page-' || n, 1 + n, 1 + n from generate_series(0, ${days - 1}::int) d, generate_series(1, 50) n`.execute(
      one,
    );
    await sql`
      insert into blog_post_metrics (post_id, created_at)
      select (select id from blog_posts order by id offset n % 100 limit 1), now() - (n % 5000) * interval '1 second'
      from generate_series(1, ${Math.min(views, mostRows) / 20}::int) n`.execute(one);
    await sql`update view_calendar set as_of = '-infinity'`.execute(one);
    await sql`select roll_over_view_day()`.execute(one);
    await sql`vacuum analyze`.execute(one);
  });
}

async function clear(db: Database): Promise<void> {
  await sql`
    truncate blog_post_metrics, blog_post_daily_views, blog_post_daily_sources, blog_post_view_counts, site_daily_views,
      site_daily_sums, page_daily_views`.execute(db);
}

function count(figure: number): string {
  return figure.toLocaleString('en-US');
}
