import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { sql } from 'kysely';

import { readConfig } from '#server/config.ts';
import { openConfiguredDatabase } from '#server/database.ts';
import { startProcess } from '#tests/process.ts';
import { fillWithPosts } from './many-posts.ts';

/**
 * A backup of a large site, its restore into an empty one, and its rehearsal: how long each takes, and how much memory the
 * command needs. The images are random bytes, of which every one is compared afterwards. The disk must have room for the site
 * twice, and for the rehearsal three times.
 *
 * npm run bench -- restore [--images 50000] [--gigabytes 10] [--posts 2000] [--rehearse]
 */
const { values } = parseArgs({
  options: {
    images: { type: 'string', default: '50000' },
    gigabytes: { type: 'string', default: '10' },
    posts: { type: 'string', default: '2000' },
    rehearse: { type: 'boolean', default: false },
  },
});
const images = Number(values.images);
const imageBytes = Math.round((Number(values.gigabytes) * 1e9) / images);
const template = randomBytes(imageBytes);

const folder = await mkdtemp(join(tmpdir(), 'af-restore-'));
const places = { old: join(folder, 'old'), new: join(folder, 'new'), archive: join(folder, 'site.tar') };
try {
  await makeSite(places.old);
  await run('backup', ['scripts/backup.ts', places.archive], places.old);
  const { size } = await stat(places.archive);
  console.log(`the archive: ${(size / 1e9).toFixed(2)} GB, ${images} images of ${imageBytes} bytes`);
  await rm(places.old, { recursive: true });
  await run('restore', ['scripts/restore.ts', places.archive], places.new);
  await compareImages(places.new);
  if (values.rehearse) {
    await rm(places.new, { recursive: true });
    await run('rehearsal', ['scripts/verify-backup.ts', places.archive], places.new);
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function makeSite(dataDir: string): Promise<void> {
  const database = await openConfiguredDatabase(readConfig({ DATA_DIR: dataDir }), { announce: () => {} });
  const { db } = database.client;
  await fillWithPosts(db, Number(values.posts));
  await sql`
    insert into images (folder, name, state, width, height, bytes)
    select 'editor-images', lpad(n::text, 24, '0') || '.jpg', 'stored', 1200, 800, ${imageBytes}::integer
    from generate_series(0, ${images - 1}::integer) n`.execute(db);
  await database.stop();
  await mkdir(storageOf(dataDir), { recursive: true });
  for (let n = 0; n < images; n += 1) await writeFile(imageAt(dataDir, n), imageOf(n));
}

function storageOf(dataDir: string): string {
  return join(dataDir, 'storage', 'blog-images', 'editor-images');
}

function imageAt(dataDir: string, n: number): string {
  return join(storageOf(dataDir), `${String(n).padStart(24, '0')}.jpg`);
}

/** The same bytes for the same number. */
function imageOf(n: number): Buffer {
  const bytes = Buffer.from(template);
  bytes.writeUInt32BE(n);
  return bytes;
}

async function compareImages(dataDir: string): Promise<void> {
  for (let n = 0; n < images; n += 1) {
    const restored = await readFile(imageAt(dataDir, n));
    if (!restored.equals(imageOf(n))) throw new Error(`Image ${n} has changed.`);
  }
  console.log(`all ${images} images are the same`);
}

async function run(name: string, args: readonly string[], dataDir: string): Promise<void> {
  const startedAt = performance.now();
  const command = startProcess(args, { DATA_DIR: dataDir });
  let peak = 0;
  const ended = command.exited.then(() => true);
  while (!(await Promise.race([ended, sleep(250, false)]))) peak = Math.max(peak, peakMegabytes(command.pid));
  const code = await command.exited;
  if (code !== 0) throw new Error(`The ${name} ended with ${code}:\n${command.output()}`);
  const seconds = (performance.now() - startedAt) / 1_000;
  console.log(`${name}: ${seconds.toFixed(0)} s, at most ${peak.toFixed(0)} MB of memory`);
}

/** The most that a process has taken so far, without its children; 0 once it has ended. */
function peakMegabytes(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024;
  } catch {
    return 0;
  }
}
