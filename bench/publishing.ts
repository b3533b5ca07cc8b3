import { setTimeout as sleep } from 'node:timers/promises';

import { articlesMissing, readArticles } from '#tests/articles.ts';
import { createClient, type Client } from '#tests/client.ts';
import { loadArticles } from '#tests/load-articles.ts';
import { openConnection } from './connection.ts';
import { cpuTimeOf } from './cpu-time.ts';
import { editPost, publishPost } from './edit-post.ts';
import { fillWithPosts } from './many-posts.ts';
import { account, startOwnProduct, type OwnProduct } from './own-product.ts';
import { mixedPath, readAtARate } from './reading-load.ts';
import { percentile } from './statistics.ts';
import { option } from './option.ts';

/**
 * The delays that readers notice while people publish: posts read at a fixed rate, newer ones more often, with lists,
 * search and the feed in between, first without saves and then with one save a second. Of ten saves seven change a
 * body, two a title, and one publishes a new post. With --work nothing is timed: the same pages are read one after the
 * other, with a save after as many reads as a second has, and the CPU time counts, which is the same on a busy machine.
 *
 * npm run bench -- publishing [--posts 690] [--rate 400] [--seconds 15] [--runs 1] [--even] [--bodies] [--work]
 *
 * With --connections 32 so many connections read one page after the other instead, as fast as they can.
 */
const posts = option('posts', 690);
const rate = option('rate', 400);
const seconds = option('seconds', 15);
const runs = option('runs', 1);
/** Every post as often as every other. */
const isEven = process.argv.includes('--even');
/** Every save changes a body. */
const hasOnlyBodies = process.argv.includes('--bodies');
const countsWork = process.argv.includes('--work');
/** 0: pages are read at a rate. */
const greedy = option('connections', 0);

const product = await startOwnProduct();
try {
  const isReal = articlesMissing === null && posts <= 723;
  if (isReal) await loadArticles(product.db.db, readArticles().slice(0, posts));
  else await fillWithPosts(product.db.db, posts);
  const admin = createClient(product);
  await admin.post('/admin/login', account);
  const slugs = await publicSlugs(product);
  console.log(
    `${slugs.length} ${isReal ? 'articles' : 'made-up posts'}, ${greedy > 0 ? `${greedy} connections` : `${rate} pages/s`}, ${seconds} s a phase`,
  );
  const port = Number(new URL(product.origin).port);
  await warmUp(port, slugs);
  for (let run = 1; run <= runs; run += 1) {
    if (countsWork) await compareWork(run, { admin, port, slugs });
    else await compareTimes(run, { admin, port, slugs });
  }
} finally {
  await product.stop();
}

/** CPU per page, quiet and with saves. */
async function compareWork(run: number, { admin, port, slugs }: Target): Promise<void> {
  const quiet = await workOf(port, slugs, async () => {});
  const busy = await workOf(port, slugs, (save) => saveOnce(product, admin, save));
  console.log(
    `run ${run}, CPU for ${rate} pages, Node / PostgreSQL: no saves ${shownWork(quiet)}; one save ${shownWork(busy)}`,
  );
}

/** Response times, quiet and with one save a second. */
async function compareTimes(run: number, { admin, port, slugs }: Target): Promise<void> {
  const quiet = await measure(port, slugs, async () => []);
  show(`run ${run}, no saves`, quiet);
  const busy = await measure(port, slugs, (signal) => saveEverySecond(product, admin, signal));
  show(`run ${run}, one save a second`, busy);
  console.log(
    `  with saves / without: p50 ${ratio(busy, quiet, 0.5)}, p95 ${ratio(busy, quiet, 0.95)}, p99 ${ratio(busy, quiet, 0.99)}`,
  );
}

type Target = { admin: ReturnType<typeof createClient>; port: number; slugs: readonly string[] };
type Measured = { pages: number[]; failures: number; saves: number[]; cpu: number };

async function publicSlugs({ db }: OwnProduct): Promise<string[]> {
  const rows = await db.db
    .selectFrom('blog_posts')
    .select('slug')
    .where('published', '=', true)
    .orderBy('published_at', 'desc')
    .execute();
  return rows.map(({ slug }) => slug);
}

/** Until nothing is left to do of what the first readers cause. */
async function warmUp(port: number, slugs: readonly string[]): Promise<void> {
  const connection = await openConnection(port);
  const cold = { node: cpuTimeOf(product.process.pid), postgres: cpuTimeOf(product.postmasterPid) };
  for (const slug of slugs) await connection.get(`/blog/${slug}`);
  const each = (pid: number, from: number) => ((cpuTimeOf(pid) - from) / slugs.length).toFixed(1);
  console.log(
    `CPU for the first read of a post, Node / PostgreSQL: ${each(product.process.pid, cold.node)} / ${each(product.postmasterPid, cold.postgres)} ms`,
  );
  for (const path of ['/', '/blog', '/rss.xml']) await connection.get(path);
  connection.close();
  for (let before = 0, now = 1; now - before > 150; await sleep(1_000)) {
    before = cpuTimeOf(product.process.pid);
    await sleep(1_000);
    now = cpuTimeOf(product.process.pid);
  }
}

async function measure(
  port: number,
  slugs: readonly string[],
  save: (signal: AbortSignal) => Promise<number[]>,
): Promise<Measured> {
  const over = new AbortController();
  const cpuBefore = cpuTimeOf(product.process.pid);
  const saving = save(over.signal);
  const answers = await (greedy > 0
    ? readGreedily(port, slugs)
    : readAtARate(port, { rate, seconds, pathOf: (n) => mixedPath(n, slugs, { isEven }) }));
  over.abort();
  const saves = await saving;
  const pages = answers.map(({ milliseconds }) => milliseconds);
  const failures = answers.filter(({ status }) => status !== 200).length;
  return { pages, failures, saves, cpu: cpuTimeOf(product.process.pid) - cpuBefore };
}

type Work = { node: number; postgres: number };

/** CPU milliseconds for the reads of one second, as the mean of all seconds. */
async function workOf(
  port: number,
  slugs: readonly string[],
  save: (number: number) => Promise<unknown>,
): Promise<Work> {
  const connection = await openConnection(port);
  const before = { node: cpuTimeOf(product.process.pid), postgres: cpuTimeOf(product.postmasterPid) };
  for (let second = 1; second <= seconds; second += 1) {
    await save(second);
    for (let n = 0; n < rate; n += 1) await connection.get(mixedPath(second * rate + n, slugs, { isEven }));
  }
  connection.close();
  return {
    node: (cpuTimeOf(product.process.pid) - before.node) / seconds,
    postgres: (cpuTimeOf(product.postmasterPid) - before.postgres) / seconds,
  };
}

function shownWork({ node, postgres }: Work): string {
  return `${node.toFixed(0)} / ${postgres.toFixed(0)} ms`;
}

async function readGreedily(
  port: number,
  slugs: readonly string[],
): Promise<{ status: number; milliseconds: number }[]> {
  const answers: { status: number; milliseconds: number }[] = [];
  const until = performance.now() + seconds * 1_000;
  const read = async (reader: number) => {
    const connection = await openConnection(port);
    for (let n = reader; performance.now() < until; n += greedy) {
      const began = performance.now();
      const { status } = await connection.get(`/blog/${slugs[n % slugs.length] ?? ''}`);
      answers.push({ status, milliseconds: performance.now() - began });
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: greedy }, (_, reader) => read(reader)));
  return answers;
}

/** Resolves to how long each save took, in milliseconds. */
async function saveEverySecond(own: OwnProduct, admin: Client, signal: AbortSignal): Promise<number[]> {
  const times: number[] = [];
  for (let save = 1; !signal.aborted; save += 1) {
    await sleep(1_000, undefined, { signal }).catch(() => {});
    if (signal.aborted) break;
    times.push(await saveOnce(own, admin, save));
  }
  return times;
}

/** @returns milliseconds until the answer */
async function saveOnce({ db }: OwnProduct, admin: Client, save: number): Promise<number> {
  const kind = hasOnlyBodies ? 'body' : kindOf(save);
  const title = `Published ${Date.now()} ${save}`;
  const { status, milliseconds } =
    kind === 'new' ? await publishPost(admin, title) : await editPost(db.db, admin, save, kind);
  if (status >= 400) console.log(`A save answered ${status}.`);
  return milliseconds;
}

function kindOf(save: number): 'body' | 'title' | 'new' {
  if (save % 10 === 5) return 'new';
  return save % 5 === 3 ? 'title' : 'body';
}

function show(what: string, { pages, failures, saves, cpu }: Measured): void {
  const shown = (times: readonly number[]) =>
    [0.5, 0.95, 0.99, 1].map((share) => percentile(times, share).toFixed(1)).join(' / ');
  const ofSaves = saves.length === 0 ? '' : `; ${saves.length} saves ${shown(saves)} ms`;
  console.log(
    `${what}: p50 / p95 / p99 / max ${shown(pages)} ms${failures > 0 ? `; ${failures} other than 200` : ''}${ofSaves}; CPU of Node ${(cpu / 10 / seconds).toFixed(0)} % of a core`,
  );
}

function ratio(one: Measured, other: Measured, share: number): string {
  return (percentile(one.pages, share) / percentile(other.pages, share)).toFixed(1);
}
