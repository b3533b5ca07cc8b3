// node bench/first-paint.ts ORIGIN [PATH…]: time to the first paint of a page in a browser with an empty cache,
// compared with a bare server that answers the same addresses with the same bytes from memory.
import { createServer, request, type IncomingHttpHeaders, type Server } from 'node:http';

import { chromium, type Browser } from 'playwright-core';

import { findBrowser } from '#tests/browser-binary.ts';
import { percentile } from './statistics.ts';

const runs = 15;
/** Time as a multiple of the bare server's. */
const most = 1.15;

type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer };

const [origin = 'http://127.0.0.1:3000', ...given] = process.argv.slice(2);
const { executablePath, args, env } = await findBrowser();
const browser = await chromium.launch({ executablePath, args, env });
try {
  for (const path of given.length > 0 ? given : ['/', '/blog']) await compare(browser, path);
} finally {
  await browser.close();
}

async function compare(chrome: Browser, path: string): Promise<void> {
  const bare = await startBareServer(path);
  const times = { ours: new Array<number>(), bare: new Array<number>() };
  // In turn, so that other load on the machine affects both; the first of each is a warm-up.
  for (let run = 0; run <= runs; run += 1) {
    const ours = await firstPaint(chrome, origin + path);
    const beside = await firstPaint(chrome, bare.origin + path);
    if (run === 0) continue;
    times.ours.push(ours);
    times.bare.push(beside);
  }
  await bare.stop();
  const [ours, beside] = [percentile(times.ours, 0.5), percentile(times.bare, 0.5)];
  const ratio = ours / beside;
  console.log(
    `${path}: first paint ${ours.toFixed(0)} ms, bare server ${beside.toFixed(0)} ms, ratio ${ratio.toFixed(2)} (at most ${most})`,
  );
  if (ratio > most) process.exitCode = 1;
}

/** A visitor with an empty cache. */
async function firstPaint(chrome: Browser, address: string): Promise<number> {
  const context = await chrome.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await page.goto(address);
  const time = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const observer = new PerformanceObserver((list) => {
          const [entry] = list.getEntriesByName('first-contentful-paint');
          if (entry) resolve(entry.startTime);
        });
        observer.observe({ type: 'paint', buffered: true });
      }),
  );
  await context.close();
  return time;
}

/** Holds the page and the files it loads, as the product sent them. */
async function startBareServer(path: string): Promise<{ origin: string; stop: () => Promise<void> }> {
  const known = new Map([[path, await fetchRaw(path)]]);
  const html = await (await fetch(origin + path)).text();
  for (const [, address = ''] of html.matchAll(/(?:href|src)="(\/(?:assets|storage)\/[^"]+)"/g)) {
    if (!known.has(address)) known.set(address, await fetchRaw(address));
  }
  const server: Server = createServer((asked, response) => {
    const answer = known.get(asked.url ?? '');
    if (!answer) return response.writeHead(404).end();
    const { connection: _connection, 'keep-alive': _alive, date: _date, ...headers } = answer.headers;
    return response.writeHead(answer.status, headers).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    origin: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function fetchRaw(path: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(origin + path, { headers: { 'accept-encoding': 'br' } }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }),
      );
    });
    asked.on('error', reject);
    asked.end();
  });
}
