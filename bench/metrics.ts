import { openConnection } from './connection.ts';
import { mainThreadTimeOf } from './cpu-time.ts';
import { startOwnProduct, type OwnProduct } from './own-product.ts';
import { percentile, spreadOf } from './statistics.ts';

/**
 * What the metrics cost: a kept page is asked for from two products, with METRICS_PORT and without, in turn, so that other
 * load on the machine affects both alike. CPU time of the main thread counts. What a scrape takes is measured alone, and
 * added as Prometheus asks for one: every 15 seconds.
 *
 * npm run bench -- metrics [--rounds 200] [--requests 2000]
 */
const rounds = option('rounds', 200);
const requests = option('requests', 2_000);
const connections = 16;

const env = { LOG_LEVEL: 'info', ACCESS_LOG: 'off' };
const plain = await startOwnProduct(env);
const measured = await startOwnProduct({ ...env, METRICS_PORT: '0' });
try {
  const metricsPort = /"port":(\d+),"msg":"Metrics can be read"/.exec(measured.process.output())?.[1];
  const scrape = () => fetch(`http://127.0.0.1:${metricsPort}/metrics`).then((answer) => answer.text());
  for (const product of [plain, measured]) await cost(product);
  const results: { without: number; with: number }[] = [];
  const scrapes: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    // Both orders equally often.
    const isFirst = round % 2 === 0;
    const first = await cost(isFirst ? plain : measured);
    const second = await cost(isFirst ? measured : plain);
    results.push(isFirst ? { without: first, with: second } : { without: second, with: first });
    const before = mainThreadTimeOf(measured.process.pid);
    await scrape();
    scrapes.push(mainThreadTimeOf(measured.process.pid) - before);
  }
  const ratios = spreadOf(results.map((result) => result.with / result.without));
  const share = (ratio: number) => `${((ratio - 1) * 100).toFixed(2)} %`;
  const middle = (values: number[]) => `${percentile(values, 0.5).toFixed(2)} µs`;
  const scrapeMilliseconds = percentile(scrapes, 0.5);
  console.log(`a kept page without metrics: ${middle(results.map(({ without }) => without))} of CPU time`);
  console.log(`with metrics: ${middle(results.map((result) => result.with))}`);
  console.log(`difference: median ${share(ratios.median)} (${share(ratios.min)} to ${share(ratios.max)})`);
  console.log(
    `a scrape: ${scrapeMilliseconds.toFixed(2)} ms, ${(scrapeMilliseconds / 150).toFixed(3)} % of a core when there is one every 15 seconds`,
  );
} finally {
  await plain.stop();
  await measured.stop();
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
