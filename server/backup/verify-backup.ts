import { createHash } from 'node:crypto';
import { join } from 'node:path';

import type pg from 'pg';

import { openDatabase } from '#db/client.ts';
import { countRows } from '#db/dump-tables.ts';
import { startEmbeddedPostgres } from '#db/embedded/start.ts';
import { migrate } from '#db/migrate.ts';
import type { ImageStore } from '#domain/images/image-services.ts';
import { createImageStore } from '../images/image-store.ts';
import { withWorkFolder } from './archive-file.ts';
import { archiveImageKey, BackupError, type Manifest } from './archive-format.ts';
import { checkSpace } from './make-backup.ts';
import { restoreBackup } from './restore-backup.ts';

/** Where the archive is and what opens it: no setting that names another host, a port or a mailbox. */
export const verificationSettings: readonly string[] = [
  'DATA_DIR',
  'BACKUP_TO',
  'BACKUP_PASSPHRASE',
  'S3_ENDPOINT',
  'S3_REGION',
  'S3_BUCKET',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
];

/** The part of an environment that the verification of a backup may know. */
export function settingsOfVerification<Value>(
  environment: Readonly<Record<string, Value>>,
): Record<string, Value> {
  const allowed = new Set(verificationSettings.flatMap((name) => [name, `${name}_FILE`]));
  return Object.fromEntries(Object.entries(environment).filter(([name]) => allowed.has(name)));
}

/**
 * Restores an archive into an embedded PostgreSQL and a folder of its own below `scratch`, counts all rows and hashes all
 * images. It knows no setting of the site and starts nothing of the product, so that nothing outside hears of it.
 * Everything is deleted afterwards.
 * @throws BackupError which says what is wrong with the archive
 */
export async function verifyBackup(file: string, scratch: string, announce: (line: string) => void) {
  const startedAt = performance.now();
  return await withWorkFolder(scratch, async () => {
    const { createdAt, tables, images } = await restoreCopy(file, scratch, announce);
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    const seconds = (performance.now() - startedAt) / 1_000;
    return { createdAt, seconds, tables: tables.length, rows, images: images.length };
  });
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
  scratch: string,
  announce: (line: string) => void,
): Promise<Manifest> {
  const server = await startEmbeddedPostgres({ dataDir: scratch, announce });
  const { pool, close } = openDatabase(server.connection, { timeZone: 'UTC', onIdleError: () => {} });
  try {
    await migrate(pool, { announce });
    const store = createImageStore({ dataDir: scratch, storage: { kind: 'disk' } });
    const directory = join(scratch, 'uploads');
    const accept = (archived: Manifest) => checkSpace(directory, roomFor(archived));
    const manifest = await restoreBackup(pool, { file, store, directory, replace: false, announce, accept });
    announce('Counting rows and hashing images.');
    await compareRows(pool, manifest);
    await compareImages(store, manifest);
    return manifest;
  } finally {
    await close();
    await server.stop();
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
