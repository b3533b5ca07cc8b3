import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

import { sql } from 'kysely';

import { openDatabase } from '#db/client.ts';
import { startEmbeddedPostgres } from '#db/embedded/start.ts';
import { migrate } from '#db/migrate.ts';
import { findFreePort } from '#server/http/listen.ts';
import { openConnection } from './connection.ts';
import { fillWithPosts } from './many-posts.ts';
import { spreadOf } from './statistics.ts';

/**
 * What `npm start` takes on a folder with 10,000 posts and the embedded database: the time to the first page, memory of
 * each process before and after a load, and requests that fail while all workers are replaced again and again (wrk).
 *
 * npm run bench -- processes [--posts 10000] [--starts 5] [--seconds 60] [--restarts 8]
 */
const posts = option('posts', 10_000);
const starts = option('starts', 5);
const seconds = option('seconds', 60);
const restarts = option('restarts', 8);
/** Seconds between two replacements of all workers. */
const betweenRestarts = 5;

const dataDir = await mkdtemp(join(tmpdir(), 'anyforge-processes-'));
const port = await findFreePort('127.0.0.1');
try {
  await fill();
  await startOnce();
  const times: number[] = [];
  for (let run = 1; run < starts; run += 1) times.push(await startOnce());
  const { min, median, max } = spreadOf(times);
  console.log(`First page after npm start: ${min.toFixed(0)} / ${median.toFixed(0)} / ${max.toFixed(0)} ms`);
  const { child } = await start();
  await sleep(5_000);
  showMemory('idle', child);
  await load();
  await sleep(2_000);
  showMemory(`after ${seconds} s of pages, lists, feeds and searches`, child);
  if (restarts > 0) await replaceWorkers(child);
  await stop(child);
} finally {
  await rm(dataDir, { recursive: true, force: true });
}

async function fill(): Promise<void> {
  const server = await startEmbeddedPostgres({ dataDir, announce: () => {} });
  const client = openDatabase(server.connection, { timeZone: 'UTC', onIdleError: () => {} });
  await migrate(client.pool, { announce: () => {} });
  await fillWithPosts(client.db, posts);
  await client.db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection);
    await sql`vacuum analyze`.execute(connection);
  });
  await client.close();
  await server.stop();
}

/** Milliseconds until the home page is there. */
async function startOnce(): Promise<number> {
  const { child, milliseconds } = await start();
  await stop(child);
  return milliseconds;
}

async function start(): Promise<{ child: ChildProcess; milliseconds: number }> {
  const began = performance.now();
  const env = {
    ...process.env,
    PORT: String(port),
    DATA_DIR: dataDir,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
  };
  const child = spawn('npm', ['start'], { env, stdio: ['ignore', 'ignore', 'inherit'], detached: true });
  while (child.exitCode === null && !(await isServed())) await sleep(5);
  return { child, milliseconds: performance.now() - began };
}

async function isServed(): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => null);
  await answer?.arrayBuffer();
  return answer?.status === 200;
}

async function stop(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  // As Ctrl-C does, to the whole group.
  process.kill(-(child.pid ?? 0), 'SIGINT');
  await exited;
}

/** Proportional set sizes: memory that processes share is divided between them. */
function showMemory(when: string, { pid }: ChildProcess): void {
  const sizes = processesBelow(pid ?? 0).map((one) => ({ ...one, megabytes: proportionalSize(one.pid) }));
  const shown = sizes
    .filter(({ megabytes }) => megabytes >= 10)
    .map(({ name, megabytes }) => `${name} ${megabytes.toFixed(0)}`);
  const total = sizes.reduce((sum, { megabytes }) => sum + megabytes, 0);
  console.log(`Memory ${when}: ${total.toFixed(0)} MB in all; of 10 MB or more: ${shown.join(', ')}`);
}

function processesBelow(root: number): { pid: number; name: string }[] {
  const all = readdirSync('/proc').flatMap((name) => {
    const stat = /^\d+$/.test(name) ? read(`/proc/${name}/stat`) : '';
    const parent = /\) . (\d+)/.exec(stat)?.[1];
    if (parent === undefined) return [];
    const command = read(`/proc/${name}/cmdline`).replaceAll('\0', ' ').trim();
    return [{ pid: Number(name), parent: Number(parent), name: nameOf(command) }];
  });
  const within = new Set([root]);
  // A process can have a lower number than the one that started it, so more than one pass may be needed.
  for (let size = 0; size < within.size;) {
    size = within.size;
    for (const { pid, parent } of all) if (within.has(parent)) within.add(pid);
  }
  return all.filter(({ pid }) => within.has(pid));
}

function nameOf(command: string): string {
  if (command.startsWith('postgres') || command.includes('bin/postgres')) return 'PostgreSQL';
  return /(?:^|[ /])([\w.-]+\.ts)\b/.exec(command)?.[1] ?? command.slice(0, 30);
}

function proportionalSize(pid: number): number {
  return Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) / 1024;
}

/** Empty when the process has exited. */
function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

async function load(): Promise<void> {
  const until = performance.now() + seconds * 1_000;
  const ask = async (reader: number) => {
    const connection = await openConnection(port);
    for (let n = reader; performance.now() < until; n += 8) {
      await connection.get(pathOf(n));
      await sleep(10);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: 8 }, (_, reader) => ask(reader)));
}

function pathOf(n: number): string {
  const others = [
    '/',
    '/blog',
    `/blog?page=${1 + (n % 90)}`,
    '/rss.xml',
    `/search?q=post+${n % 500}`,
    '/about',
  ];
  return n % 4 === 0
    ? (others[(n / 4) % others.length] ?? '/')
    : `/blog/post-number-${1 + ((n * 7_919) % posts)}`;
}

/** SIGHUP again and again under load: every request must be answered. */
async function replaceWorkers(child: ChildProcess): Promise<void> {
  if (spawnSync('wrk', ['-v']).error !== undefined) {
    console.log('wrk is not installed: workers are not replaced under load.');
    return;
  }
  const duration = (restarts + 1) * betweenRestarts;
  const wrk = spawn('wrk', ['-t1', '-c32', `-d${duration}s`, `http://127.0.0.1:${port}/about`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const output = text(wrk.stdout);
  const primary = processesBelow(child.pid ?? 0).find(({ name }) => name === 'main.ts')?.pid;
  for (let n = 0; n < restarts; n += 1) {
    await sleep(betweenRestarts * 1_000);
    if (primary !== undefined) process.kill(primary, 'SIGHUP');
  }
  const lines = (await output).split('\n').filter((line) => /requests in|Socket errors|Non-2xx/.test(line));
  console.log(`All workers replaced ${restarts} times: ${lines.map((line) => line.trim()).join('; ')}`);
}

function option(name: string, otherwise: number): number {
  const at = process.argv.indexOf(`--${name}`);
  return at === -1 ? otherwise : Number(process.argv[at + 1]);
}
