/**
 * `npm run bench -- start [--posts 10000] [--runs 7] [--minutes 5]`: what a site of this size costs its machine, started by
 * `npm start` on a folder that has everything. The time until the first page; the answers to 400 pages a second from the
 * first second on, and to as many of all posts evenly when each was read once; memory of all processes, npm's included,
 * with nothing to do and after minutes of mixed load, with what is shared counted once; and a save without readers beside
 * it, with 700 pages kept and after all were read.
 */
import { spawn } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { openDatabase, type Database } from '#db/client.ts';
import { embeddedConnection, startEmbeddedPostgres } from '#db/embedded/start.ts';
import { migrate } from '#db/migrate.ts';
import { findFreePort } from '#tests/free-port.ts';
import { createClient, sessionSecret } from '#tests/client.ts';
import { startAsStarted } from './as-started.ts';
import { openConnection } from './connection.ts';
import { cpuTimeOf } from './cpu-time.ts';
import { editPost } from './edit-post.ts';
import { fillWithPosts } from './many-posts.ts';
import { account } from './own-product.ts';
import { mixedPath, readAtARate } from './reading-load.ts';
import { percentile, spreadOf } from './statistics.ts';
import { option } from './option.ts';

const posts = option('posts', 10_000);
const runs = option('runs', 7);
const minutes = option('minutes', 5);
const project = fileURLToPath(new URL('..', import.meta.url));

const folder = await mkdtemp(join(tmpdir(), 'anyforge-bench-'));
const dataDir = join(folder, 'data');
try {
  await fill();
  const slugs = Array.from({ length: posts }, (_, n) => `post-number-${n + 1}`);
  const firstPages: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const started = await startByNpm();
    firstPages.push(started.milliseconds);
    await started.end();
  }
  show(`first 200 after npm start, ${posts} posts`, firstPages, 'ms');

  const product = await start();
  const port = Number(new URL(product.origin).port);
  const fromTheStart = await readAtARate(port, {
    rate: 400,
    seconds: 10,
    pathOf: (n) => mixedPath(n, slugs),
  });
  console.log(
    `400 pages a second from the first second: ${fromTheStart.filter(({ status }) => status !== 200).length} of ${fromTheStart.length} refused`,
  );
  await product.end();

  await readEvenly(slugs);
  const rested = await startByNpm();
  await sleep(30_000);
  console.log(`memory, idle: ${megabytesOf(rested.pid)} MB`);
  const load = await Promise.all([
    readAtARate(rested.port, {
      rate: 200,
      seconds: minutes * 60,
      pathOf: (n) => mixedPath(n, slugs),
    }),
    withDatabase(async (db) => {
      const admin = await signIn(`http://127.0.0.1:${rested.port}`);
      for (let save = 1; save < minutes * 60; save += 1) {
        await sleep(1_000);
        await editPost(db, admin, save, 'body');
      }
    }),
  ]);
  console.log(
    `memory after ${minutes} minutes of 200 pages and a save a second: ${megabytesOf(rested.pid)} MB; ${load[0].filter(({ status }) => status !== 200).length} refused`,
  );
  await rested.end();

  for (const kept of [700, posts]) await timeSaves(slugs.slice(0, kept));
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function fill(): Promise<void> {
  const server = await startEmbeddedPostgres({ dataDir, announce: () => {} });
  const client = openDatabase(server.connection, { timeZone: 'UTC', onIdleError: () => {} });
  await migrate(client.pool, { announce: () => {} });
  await fillWithPosts(client.db, posts);
  await client.close();
  await server.stop();
}

function start(env: Record<string, string> = {}) {
  return startAsStarted(join(folder, 'log'), {
    ...env,
    DATA_DIR: dataDir,
    ADMIN_EMAIL: account.email,
    ADMIN_PASSWORD: account.password,
  });
}

/** Until the first page, with everything that npm and the scripts before the product take. */
async function startByNpm() {
  const port = await findFreePort('127.0.0.1');
  const { PATH, HOME } = process.env;
  const began = performance.now();
  const admin = { ADMIN_EMAIL: account.email, ADMIN_PASSWORD: account.password };
  const log = openSync(join(folder, 'npm-log'), 'w');
  const child = spawn('npm', ['start'], {
    cwd: project,
    env: {
      PATH,
      HOME,
      DATA_DIR: dataDir,
      PORT: String(port),
      RATE_LIMITS: 'off',
      SESSION_SECRET: sessionSecret,
      ...admin,
    },
    stdio: ['ignore', log, log],
    detached: true,
  });
  closeSync(log);
  const exited = new Promise((resolve) => child.once('exit', resolve));
  for (;;) {
    const status = await fetch(`http://127.0.0.1:${port}/blog/post-number-1`)
      .then((answer) => answer.status)
      .catch(() => 0);
    if (status === 200) break;
    await sleep(5);
  }
  const pid = child.pid ?? 0;
  const end = async () => {
    process.kill(-pid, 'SIGTERM');
    await exited;
  };
  return { milliseconds: performance.now() - began, pid, port, end };
}

async function readEvenly(slugs: readonly string[]): Promise<void> {
  const metricsPort = await findFreePort('127.0.0.1');
  const product = await start({ METRICS_PORT: String(metricsPort) });
  const port = Number(new URL(product.origin).port);
  const connection = await openConnection(port);
  const before = cpuTimeOf(product.pid);
  for (const slug of slugs) await connection.get(`/blog/${slug}`);
  const firstReads = (cpuTimeOf(product.pid) - before) / slugs.length;
  connection.close();
  const pathOf = (n: number) => `/blog/${slugs[(n * 7_919) % slugs.length] ?? ''}`;
  const reads = await readAtARate(port, { rate: 400, seconds: 20, pathOf });
  const times = reads.map(({ milliseconds }) => milliseconds);
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const [inMemory, inFile] = Array.from(metrics.matchAll(/page_cache_pages\{.*?\} (\d+)/g), ([, n]) => n);
  console.log(
    `400 pages a second, each of ${slugs.length} posts as often as the others: p50 ${percentile(times, 0.5).toFixed(1)}, p99 ${percentile(times, 0.99).toFixed(1)} ms; ${reads.filter(({ status }) => status !== 200).length} refused; ${inMemory} pages in memory, ${inFile} in the file; CPU time of a first read ${firstReads.toFixed(1)} ms`,
  );
  await product.end();
}

/** Saves as a form sends them, when each of these pages is kept and no one reads. */
async function timeSaves(slugs: readonly string[]): Promise<void> {
  const product = await start();
  try {
    const connection = await openConnection(Number(new URL(product.origin).port));
    for (const slug of slugs) await connection.get(`/blog/${slug}`);
    connection.close();
    await sleep(5_000);
    const admin = await signIn(product.origin);
    const times = await withDatabase(async (db) => {
      const measured: number[] = [];
      for (let save = 1; save <= 40; save += 1) {
        const { milliseconds } = await editPost(db, admin, save, 'body');
        if (save > 10) measured.push(milliseconds);
        await sleep(300);
      }
      return measured;
    });
    show(`a save of a body, after ${slugs.length} pages were read`, times, 'ms');
  } finally {
    await product.end();
  }
}

async function signIn(origin: string) {
  const admin = createClient({ origin });
  await admin.post('/admin/login', account);
  return admin;
}

async function withDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const connection = embeddedConnection(dataDir);
  if (connection === null) throw new Error('The embedded database is not running.');
  const client = openDatabase(connection, { timeZone: 'UTC', onIdleError: () => {} });
  return work(client.db).finally(() => client.close());
}

/** Memory of a process and all below it; pages that several map are divided among them. */
function megabytesOf(pid: number): string {
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), Number(/\) . (\d+)/.exec(read(`/proc/${name}/stat`))?.[1])]),
  );
  const isWithin = (one: number | undefined): boolean =>
    one !== undefined && (one === pid || isWithin(parents.get(one)));
  const kilobytes = [...parents.keys()]
    .filter(isWithin)
    .map((one) => Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${one}/smaps_rollup`))?.[1] ?? 0));
  return (kilobytes.reduce((sum, each) => sum + each, 0) / 1024).toFixed(0);
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function show(what: string, times: readonly number[], unit: string): void {
  const { min, median, max } = spreadOf(times);
  console.log(
    `${what}: ${[min, median, percentile(times, 0.95), max].map((time) => time.toFixed(0)).join(' / ')} ${unit} (min, median, p95, max); load ${loadavg()[0]?.toFixed(1)}`,
  );
}
