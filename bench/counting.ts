import { fork } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { openDatabase } from '#db/client.ts';
import { startEmbeddedPostgres } from '#db/embedded.ts';
import { migrate } from '#db/migrate.ts';
import { listViewDifferences } from '#db/queries/view-check.ts';
import { startProcess } from '#tests/process.ts';
import { openConnection } from './connection.ts';
import { cpuTimeOf } from './cpu-time.ts';
import { fillWithPosts } from './many-posts.ts';
import { percentile } from './statistics.ts';
import type { ViewLoad, ViewLoadResult } from './view-load.ts';

/**
 * Counting views over HTTP: whether a rate is held, how long an answer takes, what a view costs in CPU time, what a
 * reader of a page notices of it, the most that is counted, and what is lost when the process is killed in the middle.
 * Server, PostgreSQL and the readers share this machine.
 *
 * npm run bench -- counting [--seconds 60] [--rate 3000]
 */
const seconds = option('seconds', 60);
const perSecond = option('rate', 3_000);
const posts = 10_000;
const connections = 256;
const pagesPerSecond = 100;

const folder = await mkdtemp(join(tmpdir(), 'anyforge-counting-'));
const server = await startEmbeddedPostgres({ dataDir: join(folder, 'database'), announce: () => {} });
const client = openDatabase(server.connection, { timeZone: 'UTC', onIdleError: () => {} });
try {
  await migrate(client.pool, { announce: () => {} });
  await fillWithPosts(client.db, posts);
  await client.pool.query('vacuum analyze');
  await measure();
} finally {
  await client.close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

async function measure(): Promise<void> {
  const { rows } = await client.pool.query<{ id: string }>('select id from blog_posts');
  const postIds = rows.map(({ id }) => id);
  const product = startServer();
  const port = Number(new URL(await product.until(/Ready at (\S+)/)).port);
  const postmaster = await postmasterOf(folder);
  const cpu = () => ({ server: cpuTimeOf(product.pid), postgres: cpuTimeOf(postmaster) });
  let loads = 0;
  const load = (rate: number | null, milliseconds: number) => {
    const network = `2001:db8:${(loads += 1)}:`;
    return sendViews({ port, postIds, connections, perSecond: rate, milliseconds, network });
  };

  const warmUp = await load(perSecond / 2, 5_000);
  await pageTimes(port, 3_000);
  const alone = await pageTimes(port, seconds * 500);

  const before = cpu();
  const [held, beside] = await Promise.all([
    load(perSecond, seconds * 1000),
    pageTimes(port, seconds * 1000),
  ]);
  const after = cpu();
  say(`${perSecond} views a second are sent for ${seconds} s`, held);
  const each = (milliseconds: number) => `${((milliseconds * 1000) / held.answered).toFixed(0)} µs`;
  console.log(
    `CPU time of a view: server and pages ${each(after.server - before.server)}, PostgreSQL ${each(after.postgres - before.postgres)}, the readers ${each(held.cpu)}`,
  );
  console.log(`A kept page, alone: ${spread(alone)}`);
  console.log(`A kept page, beside the counting: ${spread(beside)}`);

  const crowd = load(null, 10_000);
  await sleep(8_000);
  product.signal('SIGKILL');
  await product.exited;
  const most = await crowd;
  say('As many are sent as are answered, for 8 s', { ...most, took: 8_000 });
  const answered = warmUp.answered + held.answered + most.answered;
  const stored = await client.pool.query<{ views: number }>(
    'select count(*) as views from blog_post_metrics',
  );
  const kept = stored.rows[0]?.views ?? 0;
  console.log(
    `Killed by SIGKILL then: ${count(answered)} answered in all, ${count(kept)} stored, ${count(Math.max(0, answered - kept))} lost`,
  );
  console.log(`Differences between rows and sums: ${(await listViewDifferences(client.db)).length}`);
}

function startServer() {
  const { host, port, user, database } = server.connection;
  return startProcess(['server/main.ts'], {
    NODE_ENV: 'production',
    PORT: '0',
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
    TRUSTED_PROXIES: '127.0.0.1',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'silent',
  });
}

async function postmasterOf(dataDir: string): Promise<number> {
  const text = await readFile(join(dataDir, 'database', 'postgres', 'postmaster.pid'), 'utf8');
  return Number(text.split('\n', 1)[0]);
}

function sendViews(load: ViewLoad): Promise<ViewLoadResult> {
  const child = fork(join(import.meta.dirname, 'view-load.ts'), { serialization: 'advanced' });
  child.send(load);
  return new Promise((resolve, reject) => {
    child.once('message', (result: ViewLoadResult) => resolve(result));
    child.once('error', reject);
  });
}

/** A reader who asks for a kept page again and again. */
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
