import { analyzeTables } from '#db/queries/server-facts.ts';
import { createClient } from '#tests/client.ts';
import { remakeFigures } from '../scripts/seed/past-views.ts';
import { cpuTimeOf, mainThreadTimeOf } from './cpu-time.ts';
import { option } from './option.ts';
import { account, startOwnProduct } from './own-product.ts';
import { percentile } from './statistics.ts';

/**
 * Time of the data of Analytics, the dashboard and the posts list, signed in over HTTP, and of counting views, one at a
 * time and 64 at once.
 *
 * npm run bench -- analytics --posts 10000 --views 1000000
 */
const posts = option('posts', 10_000);
const views = option('views', 1_000_000);
const inStatement = 100_000;
const warmUp = 30;
const asked = 200;

const product = await startOwnProduct();
try {
  await fill();
  const visitor = createClient(product);
  await visitor.post('/admin/login', account);
  const report = async (what: string, path: (n: number) => string) => {
    const times: number[] = [];
    let before = cpuTimes();
    for (let n = 0; n < warmUp + asked; n += 1) {
      if (n === warmUp) before = cpuTimes();
      const started = performance.now();
      const response = await visitor.get(path(n));
      await response.arrayBuffer();
      if (response.status !== 200) throw new Error(`${path(n)} answered ${response.status}.`);
      if (n >= warmUp) times.push(performance.now() - started);
    }
    const [p50, p95] = [0.5, 0.95].map((share) => percentile(times, share).toFixed(1));
    const [node, postgres] = cpuTimes().map((time, index) =>
      ((time - (before[index] ?? 0)) / asked).toFixed(1),
    );
    console.log(
      `${posts} posts, ${views} views, ${what}: p50 ${p50} ms, p95 ${p95} ms; CPU of Node ${node} ms, of PostgreSQL ${postgres} ms`,
    );
  };
  await report('dashboard', () => '/admin.data');
  await report('analytics, 30 days', () => '/admin/analytics.data?period=30');
  const orders = ['total', '-today', 'week', 'title', '-month'];
  await report('analytics, all periods and orders', (n) => {
    const period = [7, 30, 90][n % 3];
    return `/admin/analytics.data?period=${period}&sort=${orders[n % 5]}&page=${1 + (n % 4)}`;
  });
  await report('posts list', () => '/admin/posts.data');
  for (const atOnce of [1, 64]) await countViews(atOnce, atOnce === 1 ? 1_000 : 12_000);
} finally {
  await product.stop();
}

function cpuTimes(): number[] {
  return [mainThreadTimeOf(product.process.pid), cpuTimeOf(product.postmasterPid)];
}

/** Posts in twenty categories, and a year of views, most of them of a few posts. */
async function fill(): Promise<void> {
  const client = await product.db.pool.connect();
  await client.query('set statement_timeout = 0');
  await client.query(
    `insert into blog_categories (name, slug) select 'Category ' || n, 'category-' || n from generate_series(1, 20) n`,
  );
  for (let from = 1; from <= posts; from += 1_000) {
    await client.query(`
      insert into blog_posts (title, slug, content, published, featured, published_at, first_published_at, category_id)
      select 'Post number ' || n, 'post-number-' || n, repeat('Words of a post. ', 20), n % 20 > 0, n % 50 = 0,
        now() - n * interval '1 hour', now() - n * interval '1 hour',
        (select id from blog_categories order by slug offset n % 20 limit 1)
      from generate_series(${from}, ${Math.min(posts, from + 999)}) n`);
  }
  for (let from = 1; from <= views; from += inStatement) {
    await client.query(`
      with stored as (
        insert into blog_post_metrics (post_id, created_at, referrer_host, campaign, device, browser)
        select p.id, v.at, v.host, v.campaign, v.device, v.browser
        from (
          select 1 + floor(power(random(), 2) * ${posts})::int as place, now() - random() * interval '365 days' as at,
            case when n % 2 = 0 then '' else 'host-' || floor(power(random(), 2) * 300) || '.example' end as host,
            case when n % 10 = 0 then 'campaign-' || n % 30 else '' end as campaign,
            (array['desktop', 'mobile', 'tablet'])[1 + n % 3] as device,
            (array['Firefox', 'Chrome', 'Safari'])[1 + n % 3] as browser
          from generate_series(${from}, ${Math.min(views, from + inStatement - 1)}) n offset 0
        ) v
        join (select id, row_number() over (order by id) as place from blog_posts) p on p.place = v.place
        returning *
      )
      insert into view_days as t (day, what, name, views)
      select case when n.what = 'post_campaign' or n.what = 'post' and created_at < current_date - 100
        then '-infinity' else created_at::date end, n.what, n.name, count(*)
      from stored, view_names(post_id, referrer_host, campaign, device, browser) n group by 1, 2, 3
      on conflict (what, name, day) do update set views = t.views + excluded.views`);
  }
  await remakeFigures(product.db.db);
  await analyzeTables(product.db.db);
  client.release();
}

async function countViews(atOnce: number, total: number): Promise<void> {
  const { rows } = await product.db.pool.query<{ id: string }>(
    'select id from blog_posts where published limit 1000',
  );
  let sent = 0;
  const started = performance.now();
  const send = async () => {
    for (let n = sent++; n < total; n = sent++) {
      const answer = await fetch(`${product.origin}/rpc/increment_post_view`, {
        method: 'POST',
        headers: { origin: product.origin },
        body: JSON.stringify({
          post_id_param: rows[(n * 7) % rows.length]?.id,
          ip_address_param: null,
          user_agent_param: `Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/${atOnce}.${n}`,
        }),
      });
      if (answer.status !== 204) throw new Error(`Counting answered ${answer.status}.`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, send));
  const seconds = (performance.now() - started) / 1_000;
  console.log(
    `counting, ${atOnce} at once: ${Math.round(total / seconds)}/s, ${((seconds * 1_000 * atOnce) / total).toFixed(1)} ms each`,
  );
}
