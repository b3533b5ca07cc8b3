import { fork } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { listViewDifferences } from '#tests/view-differences.ts';
import { openConnection } from './connection.ts';
import { cpuTimeOf } from './cpu-time.ts';
import { fillWithPosts } from './many-posts.ts';
import { startOwnProduct } from './own-product.ts';
import { percentile } from './statistics.ts';
import type { ViewLoad, ViewLoadResult } from './view-load.ts';

/**
 * Counting views over HTTP: whether a rate is sustained, response times, CPU time for each view, the effect on a reader
 * of a page, the maximum rate, and the views lost when the process is killed. Server, PostgreSQL and the readers share this
 * machine, so a page is also measured during as many requests that count nothing: the difference is the cost of counting.
 *
 * npm run bench -- counting [--seconds 60] [--rate 3100]
 */
const seconds = option('seconds', 60);
/** A little more than the rate to sustain. */
const perSecond = option('rate', 3_100);
const posts = 10_000;
const connections = 256;
const pagesPerSecond = 200;
/** How often each situation is measured, in turn with the others. */
const rounds = 4;
const viewEndpoint = '/rpc/increment_post_view';

const product = await startOwnProduct({ TRUSTED_PROXIES: '127.0.0.1', RATE_LIMITS: 'on' });
const client = product.db;
try {
  console.log(`Making ${count(posts)} posts.`);
  await fillWithPosts(client.db, posts);
  await client.pool.query('vacuum analyze');
  await measure();
} finally {
  await product.stop();
}

async function measure(): Promise<void> {
  const { rows } = await client.pool.query<{ id: string }>('select id from blog_posts');
  const postIds = rows.map(({ id }) => id);
  const port = Number(new URL(product.origin).port);
  const cpu = () => ({ server: cpuTimeOf(product.process.pid), postgres: cpuTimeOf(product.postmasterPid) });
  let loads = 0;
  const answered = new Uint32Array(posts);
  const load = async (rate: number | null, milliseconds: number, path = viewEndpoint) => {
    const network = `fd00:${(loads += 1)}`;
    const result = await sendViews({
      port,
      path,
      postIds,
      connections,
      perSecond: rate,
      milliseconds,
      network,
    });
    if (path === viewEndpoint)
      for (const [at, views] of result.answeredByPost.entries()) answered[at] = (answered[at] ?? 0) + views;
    return result;
  };

  console.log('Warming up.');
  await Promise.all([load(perSecond, 8_000), pageTimes(port, 8_000)]);
  await comparePages(port, load);

  console.log(`Counting for ${seconds} s.`);
  const before = cpu();
  const held = await load(perSecond, seconds * 1000);
  const after = cpu();
  say(`${count(perSecond)} views a second are sent for ${seconds} s`, held);
  const each = (milliseconds: number) => `${((milliseconds * 1000) / held.answered).toFixed(0)} µs`;
  console.log(
    `CPU time of a view: server ${each(after.server - before.server)}, PostgreSQL ${each(after.postgres - before.postgres)}, the readers ${each(held.cpu)}`,
  );

  console.log('Sending at the maximum rate until SIGKILL.');
  const crowd = load(null, 10_000);
  await sleep(8_000);
  product.process.signal('SIGKILL');
  await product.process.exited;
  say('As many are sent as are answered, for 8 s', { ...(await crowd), took: 8_000 });
  await reportLosses(postIds, answered);
  console.log(`Differences between rows and sums: ${(await listViewDifferences(client.db)).length}`);
}

/** A cached page: alone, during requests that count nothing, and during as many views. */
async function comparePages(
  port: number,
  load: (rate: number, milliseconds: number, path?: string) => Promise<unknown>,
): Promise<void> {
  const milliseconds = 5_000;
  const situations: { name: string; times: number[]; beside: () => Promise<unknown> }[] = [
    { name: 'alone', times: [], beside: async () => {} },
    {
      name: `each reader counted, ${pagesPerSecond} a second`,
      times: [],
      beside: () => load(pagesPerSecond, milliseconds),
    },
    {
      name: `beside ${count(perSecond)} requests a second that count nothing`,
      times: [],
      beside: () => load(perSecond, milliseconds, '/healthz'),
    },
    {
      name: `beside ${count(perSecond)} views a second`,
      times: [],
      beside: () => load(perSecond, milliseconds),
    },
  ];
  console.log(`Reading a page, ${rounds} rounds.`);
  for (let round = 0; round < rounds; round += 1) {
    for (const { times, beside } of situations) {
      const [read] = await Promise.all([pageTimes(port, milliseconds), beside()]);
      times.push(...read);
    }
  }
  for (const { name, times } of situations) console.log(`A cached page, ${name}: ${spread(times)}`);
}

/** Every acknowledged view is stored; a view that was stored but not acknowledged may be stored too. */
async function reportLosses(postIds: readonly string[], answered: Uint32Array): Promise<void> {
  const { rows } = await client.pool.query<{ id: string; views: number }>(
    'select post_id as id, count(*) as views from blog_post_metrics group by post_id',
  );
  const stored = new Map(rows.map(({ id, views }) => [id, views]));
  const lost = postIds.map((id, at) => Math.max(0, (answered[at] ?? 0) - (stored.get(id) ?? 0)));
  const sum = (views: Iterable<number>) => count([...views].reduce((total, one) => total + one, 0));
  console.log(
    `Of ${count(posts)} posts: ${sum(answered)} views answered in all, ${sum(stored.values())} stored, ${sum(lost)} lost`,
  );
}

function sendViews(load: ViewLoad): Promise<ViewLoadResult> {
  const child = fork(join(import.meta.dirname, 'view-load.ts'), { serialization: 'advanced' });
  child.send(load);
  return new Promise((resolve, reject) => {
    child.once('message', (result: ViewLoadResult) => resolve(result));
    child.once('error', reject);
  });
}

/** A reader who requests a cached page in a loop. */
async function pageTimes(port: number, milliseconds: number): Promise<number[]> {
  const open = await openConnection(port);
  const times: number[] = [];
  const until = performance.now() + milliseconds;
  while (performance.now() < until) {
    const started = performance.now();
    await open.get('/blog/post-number-1');
    times.push(performance.now() - started);
    await sleep(1000 / pagesPerSecond);
  }
  open.close();
  return times;
}

function say(what: string, { answered, refused, took, times }: ViewLoadResult): void {
  console.log(
    `${what}: ${count(Math.round(answered / (took / 1000)))} a second counted, ${refused} refused; ${spread(times)}`,
  );
}

function spread(times: readonly number[]): string {
  const [p50, p99, most] = [0.5, 0.99, 1].map((share) => percentile(times, share).toFixed(2));
  return `p50 ${p50} ms, p99 ${p99} ms, longest ${most} ms`;
}

function count(figure: number): string {
  return figure.toLocaleString('en-US');
}

function option(name: string, otherwise: number): number {
  return Number(process.argv[process.argv.indexOf(`--${name}`) + 1]) || otherwise;
}
