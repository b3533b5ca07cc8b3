import { fork } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';

import budget from '#tests/http/statement-budget.json' with { type: 'json' };
import { openConnection, type RawAnswer } from './connection.ts';
import { openSite, type Site } from './site.ts';
import { percentile, spreadOf, type Spread } from './statistics.ts';
import { throughput } from './throughput.ts';

/** How often each measurement runs, in turn with the others, so that other load on the machine affects all of them. */
const runs = 5;
/** Requests before the first one that is measured: they fill caches and let Node compile. */
const warmUp = 100;

type Line = { what: string; unit: string } & Spread;

const site = await openSite(console.log);
try {
  console.log(`Measuring: ${runs} runs.`);
  const lines = [...(await readingTimes(site)), ...(await besideTheLimit(site)), statements()];
  await report(site, lines);
} finally {
  await site.stop();
}

/** Every post twice in a row: first rendered, then from the cache. */
async function readingTimes({ slugs, start }: Site): Promise<Line[]> {
  const shares = { p50: 0.5, p95: 0.95, p99: 0.99 };
  const results: { first: number[]; second: number[] }[] = [];
  for (let run = 0; run < runs; run += 1) {
    const product = await start();
    const connection = await openConnection(product.port);
    const times = { first: new Array<number>(), second: new Array<number>() };
    for (const [at, slug] of slugs.entries()) {
      const first = await timed(() => connection.get(`/blog/${slug}`));
      const second = await timed(() => connection.get(`/blog/${slug}`));
      if (at < warmUp) continue;
      times.first.push(first);
      times.second.push(second);
    }
    connection.close();
    await product.stop();
    results.push(times);
  }
  const line = (what: string, kind: 'first' | 'second', share: number) => ({
    what,
    unit: 'ms',
    ...spreadOf(results.map((times) => percentile(times[kind], share))),
  });
  return Object.entries(shares).flatMap(([name, share]) => [
    line(`/blog/{slug} rendered, ${name}`, 'first', share),
    line(`/blog/{slug} kept, ${name}`, 'second', share),
  ]);
}

async function timed(work: () => Promise<RawAnswer>): Promise<number> {
  const started = performance.now();
  const { status } = await work();
  if (status !== 200) throw new Error(`A page answered ${status}.`);
  return performance.now() - started;
}

/** A cached page, compared with the same bytes from a bare server. */
async function besideTheLimit({ slugs, start }: Site): Promise<Line[]> {
  const path = `/blog/${slugs[0] ?? ''}`;
  const product = await start();
  const connection = await openConnection(product.port);
  await connection.get(path);
  const { head, body } = await connection.get(path);
  connection.close();
  const bare = await startFileServer(head, body);
  const load = { connections: 16, milliseconds: 2_000 };
  const ours: number[] = [];
  const limit: number[] = [];
  await throughput(product.port, path, load);
  await throughput(bare.port, path, load);
  for (let run = 0; run < runs; run += 1) {
    ours.push(await throughput(product.port, path, load));
    limit.push(await throughput(bare.port, path, load));
  }
  bare.stop();
  await product.stop();
  const ratios = ours.map((rate, run) => rate / (limit[run] ?? Number.NaN));
  return [
    { what: `${path} kept, ${body.length} bytes, 16 connections`, unit: 'pages/s', ...spreadOf(ours) },
    { what: 'the same bytes from a bare node:http server', unit: 'pages/s', ...spreadOf(limit) },
    { what: 'ratio: 1 is the machine’s limit', unit: '', ...spreadOf(ratios) },
  ];
}

async function startFileServer(head: string, body: Buffer) {
  const child = fork(join(import.meta.dirname, 'file-server.ts'));
  child.send({ head, body: body.toString('base64') });
  const port = await new Promise<number>((resolve) =>
    child.once('message', (told: { port: number }) => resolve(told.port)),
  );
  return { port, stop: () => void child.kill() };
}

/** tests/http/statement-budget.test.ts checks these numbers. */
function statements(): Line {
  return { what: 'SQL statements of a rendered post', unit: '', ...spreadOf([budget['/blog/post-1']]) };
}

async function report({ content }: Site, lines: Line[]): Promise<void> {
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, Node ${process.versions.node}`;
  const table = [
    ['', 'min', 'median', 'max', ''],
    ...lines.map(({ what, unit, ...spread }) => [
      what,
      ...[spread.min, spread.median, spread.max].map(shown),
      unit,
    ]),
  ];
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  const text = table.map((row) =>
    row
      .map((cell, at) =>
        at === 0 || at === 4 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
  console.log(`\n${content}; ${machine}\n\n${text.join('\n')}\n`);

  const folder = join(import.meta.dirname, 'results');
  const takenAt = new Date().toISOString();
  const file = join(folder, `${takenAt.replaceAll(':', '-')}.json`);
  await mkdir(folder, { recursive: true });
  await writeFile(file, `${JSON.stringify({ takenAt, machine, content, runs, lines }, null, 2)}\n`);
  console.log(`Written to ${file}`);
}

function shown(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(2);
}
