import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

import type pg from 'pg';

import { withSnapshot, type Snapshot } from '#db/dump-tables.ts';
import { hasRoomFor, readDiskSpace } from '#domain/storage/disk-space.ts';
import type { ImageStore } from '#domain/images/image-services.ts';
import {
  ArchiveNameError,
  BackupError,
  formatVersion,
  imagePath,
  imageName,
  tableName,
  type Manifest,
} from './archive-format.ts';
import { createArchive, type ArchiveWriter } from './archive-writer.ts';
import { encryptFile } from './encryption.ts';

type BackupOptions = { file: string; store: Pick<ImageStore, 'read'>; now: Date };

/**
 * Writes database and images into one archive while the product runs. All tables are from one snapshot; an image that is
 * deleted after it may be missing.
 * @param options.passphrase without one it is not encrypted
 * @throws BackupError when the archive exists already or the disk has too little space, StorageError when the images
 *   cannot be read; no archive is left then
 */
export async function makeBackup(
  pool: pg.Pool,
  { passphrase = null, file, ...options }: BackupOptions & { passphrase?: string | null },
): Promise<Manifest> {
  if (existsSync(file)) throw new ArchiveNameError(`${file} exists already. Give the archive another name.`);
  if (passphrase === null) return await writeArchive(pool, { file, ...options });
  const plain = `${file}.plain`;
  await rm(plain, { force: true });
  try {
    const manifest = await writeArchive(pool, { file: plain, ...options });
    await encryptFile(plain, file, { passphrase });
    return manifest;
  } finally {
    await rm(plain, { force: true });
  }
}

async function writeArchive(pool: pg.Pool, { file, store, now }: BackupOptions): Promise<Manifest> {
  const archive = await createArchive(file, now);
  try {
    const { stored, ...database } = await withSnapshot(pool, async (snapshot) => {
      const { migrations, images } = snapshot;
      const imageBytes = images.reduce((sum, { bytes }) => sum + bytes, 0);
      await checkSpace(file, snapshot.databaseBytes + imageBytes);
      const tables = await addTables(archive, snapshot);
      return { stored: images, migrations, tables, sequences: await snapshot.sequences() };
    });
    const images = await addImages(archive, stored, store);
    const manifest: Manifest = {
      product: 'anyforge',
      format: formatVersion,
      createdAt: now.toISOString(),
      ...database,
      images,
    };
    await archive.finish(manifest);
    return manifest;
  } catch (error) {
    await archive.discard();
    throw error;
  }
}

async function addTables(archive: ArchiveWriter, snapshot: Snapshot): Promise<Manifest['tables']> {
  const added: Manifest['tables'] = [];
  for (const { name, columns } of snapshot.tables) {
    const { content, rows } = snapshot.read(name);
    const packed = createGzip();
    const [written] = await Promise.all([archive.add(tableName(name), packed), pipeline(content, packed)]);
    added.push({ name, columns, rows: rows(), ...written });
  }
  return added;
}

async function addImages(
  archive: ArchiveWriter,
  images: Snapshot['images'],
  store: Pick<ImageStore, 'read'>,
): Promise<Manifest['images']> {
  const added: Manifest['images'] = [];
  for (const { folder, name } of images) {
    const image = await store.read({ folder, name });
    if (!image) continue;
    const path = imagePath({ folder, name });
    added.push({ path, ...(await archive.add(imageName(path), image.stream)) });
  }
  return added;
}

/**
 * Compressed, the database takes less than it does itself; 5% more stay free, and the reserve of the database.
 * @throws BackupError when the disk of `file` has less
 */
export async function checkSpace(file: string, bytes: number): Promise<void> {
  const space = await readDiskSpace(dirname(file));
  if (hasRoomFor(bytes * 1.05, space)) return;
  throw new BackupError(
    `There is not enough space in ${dirname(file)}: ${megabytes(bytes)} are needed beside a reserve of 256 MB, ${megabytes(space.freeBytes)} are free.`,
  );
}

/** A size in bytes as text, such as `1.5 MB`. */
export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
