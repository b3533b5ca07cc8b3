import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { sql } from 'kysely';

import { createArchiveWriter } from '#adapters/zip-writer.ts';
import type { ExportedFile } from '#domain/exports/exported-file.ts';
import { createClient } from '#tests/client.ts';
import { photograph } from '#tests/image-files.ts';
import { peakDuring } from '#tests/process-memory.ts';
import { startProcess } from '#tests/process.ts';
import { cpuTimeOf } from './cpu-time.ts';
import { fillWithPosts } from './many-posts.ts';
import { account, startOwnProduct, type OwnProduct } from './own-product.ts';
import { mixedPath, readAtARate, type Read } from './reading-load.ts';
import { percentile } from './statistics.ts';

/**
 * An import of Markdown with local images, how long it takes and how much memory, and what readers notice of it: pages
 * read at a fixed rate, first alone, then beside the import.
 *
 * npm run bench -- importing [--posts 2000] [--images 2] [--rate 100] [--seconds 20] [--upload]
 *
 * With --upload the product imports it, as from its screen; otherwise a command does, in a process of its own.
 */
const { values } = parseArgs({
  options: {
    posts: { type: 'string', default: '2000' },
    images: { type: 'string', default: '2' },
    rate: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '20' },
    upload: { type: 'boolean', default: false },
  },
});
const [posts, imagesOfEach, rate, seconds] = [values.posts, values.images, values.rate, values.seconds].map(
  Number,
) as [number, number, number, number];
const there = 500;
const slugs = Array.from({ length: there }, (_, n) => `post-number-${n + 1}`);

const product = await startOwnProduct();
const folder = await mkdtemp(join(tmpdir(), 'anyforge-bench-import-'));
try {
  await fillWithPosts(product.db.db, there);
  const file = join(folder, 'blog.zip');
  await writeBlog(file);
  const port = Number(new URL(product.origin).port);
  const read = (forSeconds: number) =>
    readAtARate(port, { rate, seconds: forSeconds, pathOf: (n) => mixedPath(n, slugs) });
  await read(10);
  say('readers alone', await read(seconds));

  const work = values.upload ? importHere(product, file) : importByCommand(product, file);
  const under = { way: true };
  const ended = work.finally(() => (under.way = false));
  const reads: Read[] = [];
  while (under.way) reads.push(...(await read(2)));
  say('readers beside the import', reads);
  const { result, before, peak } = await ended;
  console.log(`${posts} posts with ${posts * imagesOfEach} images: ${result.seconds.toFixed(0)} s, ${result.cpu.toFixed(0)} s of CPU; ${mega(peak)} MB at most, ${mega(before)} MB before.`); // prettier-ignore
  const count = await sql<{ posts: number; images: number }>`
    select (select count(*) from blog_posts)::int as posts, (select count(*) from images where state = 'stored')::int as images`.execute(product.db.db); // prettier-ignore
  console.log(count.rows[0]);
} finally {
  await product.stop();
  await rm(folder, { recursive: true });
}

async function writeBlog(file: string): Promise<void> {
  const photographs = await Promise.all(
    Array.from({ length: 20 }, (_, n) => photograph(800, 500, 'jpeg', n)),
  );
  const write = createArchiveWriter({
    read: async ({ name }) => {
      const bytes = photographs[Number.parseInt(name, 10) % photographs.length] ?? Buffer.of();
      return { bytes: bytes.length, stream: Readable.from([bytes]) };
    },
  });
  async function* files(): AsyncGenerator<ExportedFile> {
    for (let n = 0; n < posts; n += 1) {
      const names = Array.from({ length: imagesOfEach }, (_, k) => `${n * imagesOfEach + k}.jpg`);
      const images = names.map((name) => `![A pier](/images/${name})\n`).join('\n');
      const words = `Words of [another text](${(n * 7) % posts}.md). `.repeat(100);
      const head = `---\ntitle: Imported ${n}\ndate: 2024-01-01\ntags: [t${n % 50}]\n---\n`;
      yield { path: `posts/${n}.md`, text: `${head}${words}\n\n${images}` };
      for (const name of names) yield { path: `static/images/${name}`, image: { folder: 'logos', name } };
    }
  }
  await pipeline(write(files()), createWriteStream(file));
}

/** Started as `scripts/run.mjs` does. @returns seconds and CPU seconds, and the memory of the process with what it starts */
function importByCommand({ databaseUrl }: OwnProduct, file: string) {
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: join(folder, 'data'), MALLOC_ARENA_MAX: '2' };
  const command = startProcess(
    ['--max-semi-space-size=8', '--heap-growing-percent=25', 'scripts/import.ts', file],
    env,
  );
  return peakDuring(command.pid, async () => {
    const started = performance.now();
    let cpu = 0;
    const looking = setInterval(() => (cpu = cpuTimeOf(command.pid)), 200);
    const code = await command.exited.finally(() => clearInterval(looking));
    if (code !== 0) throw new Error(command.output());
    return { seconds: (performance.now() - started) / 1_000, cpu: cpu / 1_000 };
  });
}

async function importHere(site: OwnProduct, file: string) {
  const admin = createClient(site);
  await admin.post('/admin/login', account);
  const sent = await admin.file('/api/imports?name=blog.zip', new Uint8Array(await readFile(file)));
  const { id } = (await sent.json()) as { id: string };
  const isIn = async (state: string) => {
    const { rows } = await sql<{ state: string; problem: string | null }>`
      select state, problem from imports where id = ${id}`.execute(site.db.db);
    if (rows[0]?.problem) throw new Error(rows[0].problem);
    return rows[0]?.state === state;
  };
  while (!(await isIn('checked'))) await sleep(200);
  return peakDuring(site.process.pid, async () => {
    const started = performance.now();
    const before = cpuTimeOf(site.process.pid);
    await admin.post('/admin/posts/import', { intent: 'import', id });
    while (!(await isIn('imported'))) await sleep(200);
    const cpu = (cpuTimeOf(site.process.pid) - before) / 1_000;
    return { seconds: (performance.now() - started) / 1_000, cpu };
  });
}

function say(what: string, reads: readonly Read[]): void {
  const times = reads.map(({ milliseconds }) => milliseconds);
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentile(times, share).toFixed(1));
  const failed = reads.filter(({ status }) => status !== 200).length;
  console.log(`${what}: ${reads.length} pages, p50 ${p50} ms, p95 ${p95} ms, p99 ${p99} ms, ${failed} not answered with 200`); // prettier-ignore
}

function mega(bytes: number): number {
  return Math.round(bytes / 1e6);
}
