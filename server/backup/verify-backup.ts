import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, rm, statfs } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

import type pg from 'pg';

import { countRows } from '#db/dump-tables.ts';
import type { ImageStore } from '#domain/images/image-services.ts';
import type { Config } from '../config.ts';
import { openConfiguredDatabase } from '../database.ts';
import { findFreePort } from '../http/listen.ts';
import { createImageStore } from '../images/image-store.ts';
import { archiveImageKey, BackupError, type Manifest } from './archive-format.ts';
import { megabytes } from './megabytes.ts';
import { restoreBackup } from './restore-backup.ts';

/** What the restore of an archive into a scratch place found. */
export type Verification = {
  createdAt: string;
  seconds: number;
  tables: number;
  rows: number;
  images: number;
  /** Pages that were rendered from the restored copy. */
  pages: number;
  /** Those whose bytes are not the same on the live site; empty where there is none to compare with. */
  differingPages: string[];
};

const project = fileURLToPath(new URL('../..', import.meta.url));
const maxPages = 20;
const pageTimeout = 30_000;

/**
 * Restores an archive into an embedded PostgreSQL and a folder of its own below `scratch`, counts all rows, hashes all
 * images, starts the product on the copy and renders up to 20 of its public pages. Everything is deleted afterwards.
 * @param options.live the site to compare the pages with; null: none
 * @throws BackupError which says what is wrong with the archive
 */
export async function verifyBackup(options: {
  file: string;
  scratch: string;
  config: Pick<Config, 'siteTimezone'>;
  live: { port: number; host: string; origin: string } | null;
  announce: (line: string) => void;
}): Promise<Verification> {
  const { file, scratch, config, live, announce } = options;
  const startedAt = performance.now();
  await rm(scratch, { recursive: true, force: true });
  await mkdir(scratch, { recursive: true, mode: 0o700 });
  try {
    const storage = { kind: 'disk' } as const;
    const copy = { databaseUrl: null, dataDir: scratch, siteTimezone: config.siteTimezone, storage };
    const manifest = await restoreCopy(file, copy, announce);
    announce('Rendering pages of the restored copy.');
    const pages = await withCopyOfSite(scratch, live?.origin ?? null, (port) => renderPages(port, live));
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    const { createdAt, tables, images } = manifest;
    const seconds = (performance.now() - startedAt) / 1_000;
    return { createdAt, seconds, tables: tables.length, rows, images: images.length, ...pages };
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function checkRoom(manifest: Manifest, scratch: string): Promise<void> {
  const { bavail, bsize } = await statfs(scratch);
  const needed = roomFor(manifest);
  if (bavail * bsize > needed) return;
  throw new BackupError(
    `There is not enough space in ${scratch}: ${megabytes(needed)} are needed, ${megabytes(bavail * bsize)} are free.`,
  );
}

/**
 * Bytes that the restored copy takes. Images are as large as in the archive; tables are compressed there, and their rows
 * with the write-ahead log of their restore take up to ten times as much. Pure.
 */
export function roomFor({ tables, images }: Pick<Manifest, 'tables' | 'images'>): number {
  return bytesOf(images) + 10 * bytesOf(tables) + 300_000_000;
}

function bytesOf(entries: readonly { bytes: number }[]): number {
  return entries.reduce((total, { bytes }) => total + bytes, 0);
}

async function restoreCopy(
  file: string,
  copy: Pick<Config, 'databaseUrl' | 'dataDir' | 'siteTimezone' | 'storage'>,
  announce: (line: string) => void,
): Promise<Manifest> {
  const database = await openConfiguredDatabase(copy, { announce });
  try {
    const { pool } = database.client;
    const store = createImageStore(copy);
    const directory = join(copy.dataDir, 'uploads');
    const accept = (archived: Manifest) => checkRoom(archived, copy.dataDir);
    const manifest = await restoreBackup(pool, { file, store, directory, replace: false, announce, accept });
    announce('Counting rows and hashing images.');
    await compareRows(pool, manifest);
    await compareImages(store, manifest);
    return manifest;
  } finally {
    await database.stop();
  }
}

/** Tables that a restore itself changes have their own number of rows. */
const changedByRestore: ReadonlySet<string> = new Set(['images', 'content_changes']);

async function compareRows(pool: pg.Pool, { tables }: Manifest): Promise<void> {
  for (const { name, rows } of tables) {
    const restored = await countRows(pool, name);
    if (restored === rows || changedByRestore.has(name)) continue;
    throw new BackupError(`The restored table ${name} has ${restored} rows instead of ${rows}.`);
  }
}

async function compareImages(store: Pick<ImageStore, 'read'>, { images }: Manifest): Promise<void> {
  for (const { path, sha256 } of images) {
    const key = archiveImageKey(path);
    const image = key && (await store.read(key));
    if (!image) throw new BackupError(`The restored image ${path} is missing.`);
    const hash = createHash('sha256');
    for await (const chunk of image.stream) hash.update(chunk);
    if (hash.digest('hex') !== sha256) throw new BackupError(`The restored image ${path} was changed.`);
  }
}

/** Starts the product on the restored copy: it sends no email, makes no backup and shares nothing with the live site. */
async function withCopyOfSite<T>(
  dataDir: string,
  origin: string | null,
  work: (port: number) => Promise<T>,
): Promise<T> {
  const port = await findFreePort('127.0.0.1');
  const isolated = {
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    DATABASE_URL_FILE: '',
    PORT: String(port),
    HOST: '127.0.0.1',
    STORAGE: 'disk',
    EMAIL_TRANSPORT: 'none',
    BACKUP_TO: '',
    ADMIN_EMAIL: '',
    ADMIN_PASSWORD: '',
    ADMIN_PASSWORD_FILE: '',
    LOG_LEVEL: 'error',
    TRUSTED_PROXIES: '',
    ...(origin === null ? {} : { SITE_URL: origin }),
  };
  return withSite({ release: project, env: isolated }, () => work(port));
}

/**
 * Runs `work` while a release answers, in a process of its own that ends with this one.
 * @param site.env beside the environment of this process
 * @throws BackupError when it does not start
 */
export async function withSite<T>(
  site: { release: string; env: Record<string, string> },
  work: () => Promise<T>,
): Promise<T> {
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: site.release,
    env: { ...process.env, ...site.env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  try {
    await untilReady(child);
    return await work();
  } finally {
    child.kill('SIGTERM');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
}

async function untilReady(child: ChildProcess): Promise<void> {
  const output: string[] = [];
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      if (stream === null) continue;
      createInterface({ input: stream }).on('line', (line) => {
        output.push(line);
        if (line.startsWith('Ready at ')) resolve();
      });
    }
    child.once('error', reject);
    child.once('exit', () =>
      reject(new BackupError(`The site does not start: ${output.slice(-5).join(' ')}`)),
    );
  });
}

/**
 * Asks for up to 20 public pages of the site on a port of this machine, and compares them with those of `live`.
 * @throws BackupError for a page that is not answered with 200, or is empty
 */
export async function renderPages(
  port: number,
  live: Parameters<typeof verifyBackup>[0]['live'],
  origin: string = live?.origin ?? `http://127.0.0.1:${port}`,
): Promise<Pick<Verification, 'pages' | 'differingPages'>> {
  const copy = { port, host: '127.0.0.1', origin };
  const sitemap = (await fetchPage(copy, '/sitemap.xml')).toString('utf8');
  const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname);
  const paths = [...new Set(['/', '/blog', ...listed])].slice(0, maxPages);
  const differingPages: string[] = [];
  for (const path of paths) {
    const restored = await fetchPage(copy, path);
    if (!restored.includes('</h1>')) throw new BackupError(`The page ${path} is empty.`);
    if (live && !(await fetchPage(live, path)).equals(restored)) differingPages.push(path);
  }
  return { pages: paths.length, differingPages };
}

/** @throws BackupError when the answer is not 200 */
function fetchPage(
  { port, host, origin }: { port: number; host: string; origin: string },
  path: string,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const headers = { Host: new URL(origin).host, 'User-Agent': 'anyforge verify-backup' };
    const asked = request(
      { port, host, path, headers, agent: false, signal: AbortSignal.timeout(pageTimeout) },
      (response) => {
        buffer(response).then((body) => {
          if (response.statusCode === 200) return resolve(body);
          reject(new BackupError(`The page ${path} answers ${response.statusCode} on port ${port}.`));
        }, reject);
      },
    );
    asked.on('error', reject);
    asked.end();
  });
}
