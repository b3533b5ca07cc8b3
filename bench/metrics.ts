import { setTimeout as sleep } from 'node:timers/promises';

import { createRoutePatterns } from '#server/http/route-patterns.ts';
import { createMetrics } from '#server/metrics/metrics.ts';
import { openConnection } from './connection.ts';
import { mainThreadTimeOf } from './cpu-time.ts';
import { startOwnProduct, type OwnProduct } from './own-product.ts';
import { percentile } from './statistics.ts';

/**
 * What the metrics cost, part by part, as a share of the CPU time of the main thread: the record of each request, against a
 * kept page; the timers and observers of an idle process; and a scrape every 15 seconds. Two products, with and
 * without metrics, differ from start to start by more than all of it, so their difference is no measurement.
 *
 * npm run bench -- metrics [--rounds 200] [--requests 2000]
 */
const rounds = option('rounds', 200);
const requests = option('requests', 2_000);
const connections = 16;
const idleSeconds = 20;

const env = { LOG_LEVEL: 'info', ACCESS_LOG: 'off' };
const plain = await startOwnProduct(env);
const measured = await startOwnProduct({ ...env, METRICS_PORT: '0' });
try {
  const metricsPort = /"port":(\d+),"msg":"Metrics can be read"/.exec(measured.process.output())?.[1];
  const scrape = () => fetch(`http://127.0.0.1:${metricsPort}/metrics`).then((answer) => answer.text());
  await cost(plain);
  const pages: number[] = [];
  const scrapes: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    pages.push(await cost(plain));
    const before = mainThreadTimeOf(measured.process.pid);
    await scrape();
    scrapes.push(mainThreadTimeOf(measured.process.pid) - before);
  }
  const [idle, idleMeasured] = await Promise.all([idleShare(plain), idleShare(measured)]);
  const page = percentile(pages, 0.5);
  const record = microsecondsToRecord();
  const scrapeMilliseconds = percentile(scrapes, 0.5);
  const shares = [record / page, idleMeasured - idle, scrapeMilliseconds / 15_000];
  const [ofRecord, ofIdle, ofScrapes] = shares.map((share) => `${(share * 100).toFixed(3)} %`);
  console.log(`a kept page without metrics: ${page.toFixed(2)} µs`);
  console.log(`the record of a request: ${record.toFixed(3)} µs, ${ofRecord}`);
  console.log(`timers and observers, of an idle process: ${ofIdle}`);
  console.log(`a scrape: ${scrapeMilliseconds.toFixed(2)} ms, ${ofScrapes} every 15 seconds`);
  console.log(`together ${(shares.reduce((sum, share) => sum + share, 0) * 100).toFixed(2)} %`);
} finally {
  await plain.stop();
  await measured.stop();
}

/** The route of an address and the record of the request, as the product calls them when an answer has ended. */
function microsecondsToRecord(): number {
  const routeOf = createRoutePatterns(['/', '/about', '/blog', '/blog/:slug', '/blog/tag/:slug', '/:slug']);
  const metrics = createMetrics({
    process: () => {
      throw new Error('Nothing is scraped.');
    },
    site: async () => ({ database: null, disk: null }),
  });
  const paths = Array.from({ length: 100 }, (_, n) => `/blog/post-${n}`);
  const record = (count: number) => {
    for (let n = 0; n < count; n += 1) {
      const pathname = paths[n % paths.length] ?? '';
      metrics.recordRequest(routeOf(pathname), { method: 'GET', status: 200, ms: n % 7 });
    }
  };
  const times = Array.from({ length: 20 }, () => {
    const before = process.cpuUsage();
    record(500_000);
    return process.cpuUsage(before).user / 500_000;
  });
  return percentile(times, 0.5);
}

/** @returns the share of its time for which the main thread of an idle product runs */
async function idleShare({ process: { pid } }: OwnProduct): Promise<number> {
  const before = mainThreadTimeOf(pid);
  await sleep(idleSeconds * 1_000);
  return (mainThreadTimeOf(pid) - before) / (idleSeconds * 1_000);
}

/** @returns CPU time of the main thread for one request, in microseconds */
async function cost({ origin, process: { pid } }: OwnProduct): Promise<number> {
  const port = Number(new URL(origin).port);
  const open = await Promise.all(Array.from({ length: connections }, () => openConnection(port)));
  const before = mainThreadTimeOf(pid);
  await Promise.all(
    open.map(async (connection) => {
      for (let n = 0; n < requests / connections; n += 1) {
        const { status } = await connection.get('/about');
        if (status !== 200) throw new Error(`/about answered ${status}.`);
      }
    }),
  );
  const spent = mainThreadTimeOf(pid) - before;
  for (const connection of open) connection.close();
  return (1_000 * spent) / requests;
}

function option(name: string, otherwise: number): number {
  const at = process.argv.indexOf(`--${name}`);
  return at === -1 ? otherwise : Number(process.argv[at + 1]);
}
