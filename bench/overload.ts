import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

import { fillWithPosts } from './many-posts.ts';
import { startOwnProduct } from './own-product.ts';
import { percentile } from './statistics.ts';

/**
 * More searches than the process can answer, sent without waiting for earlier responses: response times of accepted and
 * refused ones, of `/healthz` and of a cached page, and the number of broken connections. A search is never cached.
 *
 * npm run bench -- overload [--times 4] [--seconds 10] [--runs 3]
 */
const times = option('times', 4);
const seconds = option('seconds', 10);
const runs = option('runs', 3);
/** Of the site's own questions beside the load. */
const probeEveryMilliseconds = 25;

type Answer = { status: number; milliseconds: number };

const product = await startOwnProduct();
const port = Number(new URL(product.origin).port);
try {
  await fillWithPosts(product.db.db, 300);
  for (let run = 1; run <= runs; run += 1) await measure(run);
} finally {
  await product.stop();
}

async function measure(run: number): Promise<void> {
  await searchesPerSecond();
  const capacity = await searchesPerSecond();
  const rate = capacity * times;

  const over = new AbortController();
  const healthz = probe('/healthz', over.signal);
  const kept = probe('/about', over.signal);
  const answers = await searchAtARate(rate);
  over.abort();
  const accepted = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status === 503);
  const broken = answers.filter(({ status }) => status === 0);
  const others = answers.length - accepted.length - refused.length - broken.length;
  console.log(
    `Run ${run}: capacity ${capacity.toFixed(0)}/s; ${answers.length} searches at ${rate.toFixed(0)}/s for ${seconds} s; ` +
      `${(accepted.length / seconds).toFixed(0)}/s accepted; ${broken.length} connections broke, ${others} other answers`,
  );
  show('accepted', accepted);
  show('refused', refused);
  show('/healthz', await healthz);
  show('kept page', await kept);
}

/** Responses per second to four clients, each with one open request at a time. */
async function searchesPerSecond(): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  const started = performance.now();
  let answers = 0;
  const ask = async () => {
    while (performance.now() - started < 2_000) {
      const { status } = await get('/search?q=words', agent);
      if (status === 200) answers += 1;
    }
  };
  await Promise.all(Array.from({ length: 4 }, ask));
  agent.destroy();
  return (answers * 1_000) / (performance.now() - started);
}

function show(what: string, answers: readonly Answer[]): void {
  const all = answers.map(({ milliseconds }) => milliseconds);
  const shares = [0.5, 0.95, 0.99, 1].map((share) => percentile(all, share).toFixed(0).padStart(6));
  console.log(
    `  ${what.padEnd(10)} ${String(all.length).padStart(6)}  p50 ${shares[0]}  p95 ${shares[1]}  p99 ${shares[2]}  max ${shares[3]} ms`,
  );
}

/** At even intervals; a late start is followed at once by the next one. */
async function searchAtARate(perSecond: number): Promise<Answer[]> {
  const agent = new Agent({ keepAlive: true });
  const answers: Promise<Answer>[] = [];
  const total = Math.round(perSecond * seconds);
  const started = performance.now();
  for (let n = 0; n < total; n += 1) {
    const due = started + (n * 1_000) / perSecond;
    await sleep(Math.max(0, due - performance.now()));
    answers.push(get(`/search?q=words&n=${n}`, agent));
  }
  const all = await Promise.all(answers);
  agent.destroy();
  return all;
}

async function probe(path: string, signal: AbortSignal): Promise<Answer[]> {
  const agent = new Agent({ keepAlive: true });
  const answers: Promise<Answer>[] = [];
  while (!signal.aborted) {
    answers.push(get(path, agent));
    await sleep(probeEveryMilliseconds);
  }
  const all = await Promise.all(answers);
  agent.destroy();
  return all;
}

/** Status 0: the connection broke. */
function get(path: string, agent: Agent): Promise<Answer> {
  return new Promise((resolve) => {
    const started = performance.now();
    const end = (status: number) => resolve({ status, milliseconds: performance.now() - started });
    const asked = request({ host: '127.0.0.1', port, path, agent, timeout: 60_000 }, (response) => {
      response.resume();
      response.once('end', () => end(response.statusCode ?? 0));
      response.once('error', () => end(0));
    });
    asked.once('timeout', () => asked.destroy());
    asked.once('error', () => end(0));
    asked.end();
  });
}

function option(name: string, otherwise: number): number {
  const at = process.argv.indexOf(`--${name}`);
  return at === -1 ? otherwise : Number(process.argv[at + 1]);
}
