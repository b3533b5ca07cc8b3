import { open, readdir, statfs } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

import type pg from 'pg';

import { withSnapshot, type Snapshot } from '#db/dump-tables.ts';
import { BackupError, formatVersion, pictureName, tableName, type Manifest } from './archive-format.ts';
import { createArchive, type ArchiveWriter } from './archive-writer.ts';
import { megabytes } from './megabytes.ts';

/**
 * Writes database and pictures into one archive while the product goes on. All tables are of one moment; a picture that
 * is removed after it may be missing.
 * @param options.storage the folder of the pictures; null when they lie elsewhere
 * @throws BackupError when the archive exists already or the disk has no room for it; there is no archive then
 */
export async function makeBackup(
  pool: pg.Pool,
  options: { file: string; storage: string | null; now: Date },
): Promise<Manifest> {
  const { file, storage, now } = options;
  const archive = await createArchive(file, now);
  try {
    const database = await withSnapshot(pool, async (snapshot) => {
      await checkSpace(file, snapshot.databaseBytes + (await bytesIn(storage)));
      const { migrations, partitions } = snapshot;
      const tables = await addTables(archive, snapshot);
      return { migrations, tables, partitions, sequences: await snapshot.sequences() };
    });
    const pictures = await addPictures(archive, storage);
    const manifest: Manifest = {
      product: 'anyforge',
      format: formatVersion,
      createdAt: now.toISOString(),
      ...database,
      pictures,
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

async function addPictures(archive: ArchiveWriter, storage: string | null): Promise<Manifest['pictures']> {
  const added: Manifest['pictures'] = [];
  for (const path of await listPictures(storage)) {
    const picture = await open(join(storage ?? '', path)).catch(() => null);
    if (!picture) continue;
    const content = picture.createReadStream({ highWaterMark: 1 << 20 });
    added.push({ path, ...(await archive.add(pictureName(path), content)) });
  }
  return added;
}

/** Whole pictures, by their path in the storage folder. */
async function listPictures(storage: string | null): Promise<string[]> {
  if (storage === null) return [];
  const entries = await readdir(storage, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.arriving'))
    .map((entry) => relative(storage, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .toSorted();
}

async function bytesIn(storage: string | null): Promise<number> {
  let bytes = 0;
  for (const path of await listPictures(storage)) {
    const picture = await open(join(storage ?? '', path)).catch(() => null);
    if (!picture) continue;
    bytes += (await picture.stat()).size;
    await picture.close();
  }
  return bytes;
}

/** Packed, the database takes less than this; a little stays free for everybody else. */
export async function checkSpace(file: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(dirname(file));
  const free = bavail * bsize;
  if (free > bytes * 1.05) return;
  throw new BackupError(
    `There is not enough room in ${dirname(file)}: ${megabytes(bytes)} are needed, ${megabytes(free)} are free.`,
  );
}
