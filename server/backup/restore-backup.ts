import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';

import type pg from 'pg';

import {
  countOtherConnections,
  deleteUnstoredImage,
  insertArrivingImages,
  isSiteEmpty,
  replaceDatabase,
  withDatabaseToItself,
  type Replacement,
} from '#db/load-tables.ts';
import { readMigrations, type Migration } from '#db/migrate.ts';
import { imageAddress, type ImageKey } from '#domain/images/image.ts';
import type { ImageStore } from '#domain/images/image-services.ts';
import { BackupError, archiveImageKey, imageName, tableName, type Manifest } from './archive-format.ts';
import { openArchive, type Archive } from './archive-reader.ts';

/**
 * Puts the database and the images of an archive in the place of what is there, and brings the database to this
 * release. Everybody has to sign in again. Killed at any moment it leaves the old site or the new one, every image
 * with its row, and may be run again.
 * @throws BackupError, with everything as it was, when the archive is damaged or of a newer release, the product is
 *   running, or there is content and `replace` was not said; StorageError, likewise, when the images cannot be stored
 */
export async function restoreBackup(
  pool: pg.Pool,
  options: {
    file: string;
    store: StoredImageFiles;
    /** For an image on its way into the store. */
    directory: string;
    replace: boolean;
    announce: (line: string) => void;
    /** Those of this release. */
    migrations?: readonly Migration[];
  },
): Promise<Manifest> {
  const { file, announce } = options;
  const known = options.migrations ?? (await readMigrations());
  announce('Checking the archive.');
  const archive = await openArchive(file);
  try {
    const { manifest } = archive;
    const migrations = migrationsOf(manifest, known, file);
    const laterMigrations = known.slice(migrations.length);
    await withDatabaseToItself(pool, announce, () =>
      replaceSite(pool, archive, { migrations, laterMigrations }, options),
    );
    return manifest;
  } finally {
    await archive.close();
  }
}

async function replaceSite(
  pool: pg.Pool,
  archive: Archive,
  schema: Pick<Replacement, 'migrations' | 'laterMigrations'>,
  { store, directory, replace, announce }: Parameters<typeof restoreBackup>[1],
): Promise<void> {
  await refuseWhileRunning(pool);
  if (!replace && !(await isSiteEmpty(pool))) {
    throw new BackupError(
      'This site has content already. Say --replace to put the backup in its place: all of it will be gone.',
    );
  }
  announce('Restoring the images and the database.');
  const undo = await putImages(pool, archive, store, directory);
  let leaving: ImageKey[];
  try {
    leaving = await replaceDatabase(pool, {
      ...archive.manifest,
      ...schema,
      read: (table) => unpacked(archive, tableName(table)),
    });
  } catch (error) {
    await undo();
    throw error;
  }
  // Nothing shows them any more.
  await dropImages(pool, store, leaving, (key) =>
    announce(`${imageAddress(key)} could not be removed now; the site does it later.`),
  );
}

/** The archive's migrations as this release has them; it must know them all, unchanged, without a gap. */
function migrationsOf(manifest: Manifest, known: readonly Migration[], file: string): Migration[] {
  return manifest.migrations.map(({ name, checksum }, at) => {
    const migration = known[at];
    if (migration?.name === name && migration.checksum === checksum) return migration;
    throw new BackupError(
      `${file} was made by another release (its database has ${name}); restore it with that one. Nothing was changed.`,
    );
  });
}

/** A connection that was just closed is still listed for a moment. */
async function refuseWhileRunning(pool: pg.Pool): Promise<void> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    if ((await countOtherConnections(pool)) === 0) return;
    await sleep(100);
  }
  throw new BackupError('The product is running on this database. Stop it first.');
}

function unpacked(archive: Archive, name: string): Readable {
  const packed = Readable.from(archive.read(name), { objectMode: false });
  const rows = createGunzip();
  packed.once('error', (error) => rows.destroy(error));
  return packed.pipe(rows);
}

type StoredImageFiles = Pick<ImageStore, 'read' | 'put' | 'remove'>;

/**
 * Puts the images of an archive into the store, beside those of the site: no name is ever given to two images.
 * @param directory for an image on its way
 * @returns how to take them out again
 */
async function putImages(
  pool: pg.Pool,
  archive: Archive,
  store: StoredImageFiles,
  directory: string,
): Promise<() => Promise<void>> {
  const images = archive.manifest.images.map(({ path, bytes }) => ({ path, bytes, key: keyOf(path) }));
  const added: { key: ImageKey; bytes: number }[] = [];
  for (const image of images) if (!(await isStored(store, image.key))) added.push(image);
  const undo = () =>
    dropImages(
      pool,
      store,
      added.map(({ key }) => key),
      () => {},
    );
  const file = join(directory, `restore-${process.pid}`);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  try {
    await insertArrivingImages(
      pool,
      added.map(({ key, bytes }) => ({ ...key, bytes })),
    );
    for (const { path, key } of images) {
      await writeFile(file, archive.read(imageName(path)), { mode: 0o600 });
      await store.put(key, file);
    }
  } catch (error) {
    await undo();
    throw error;
  } finally {
    await rm(file, { force: true });
  }
  return undo;
}

async function isStored(store: StoredImageFiles, key: ImageKey): Promise<boolean> {
  const found = await store.read(key);
  found?.stream.destroy();
  return found !== null;
}

function keyOf(path: string): ImageKey {
  const key = archiveImageKey(path);
  if (key) return key;
  throw new BackupError(`The archive names an image that can be none: ${path}. Nothing was changed.`);
}

/** Each row goes after its file; what cannot be removed now is left to the sweep. */
async function dropImages(
  pool: pg.Pool,
  store: StoredImageFiles,
  keys: readonly ImageKey[],
  onFailure: (key: ImageKey) => void,
): Promise<void> {
  for (const key of keys) {
    await store
      .remove(key)
      .then(() => deleteUnstoredImage(pool, key))
      .catch(() => onFailure(key));
  }
}
