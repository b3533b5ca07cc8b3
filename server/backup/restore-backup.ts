import { writeFile } from 'node:fs/promises';
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
import { isStored } from '../images/image-store.ts';
import { severalAtOnce } from '#domain/core/several-at-once.ts';
import { withWorkFolder } from './archive-file.ts';
import { BackupError, archiveImageKey, imageName, tableName, type Manifest } from './archive-format.ts';
import { openArchive, type Archive } from './archive-reader.ts';

/**
 * Replaces the database and the images by those of an archive, and migrates the database to this release. All users have to
 * sign in again. If it is killed, it leaves either the old site or the new one, with every image in its row, and can be run
 * again.
 * @throws BackupError, without any change, when the archive is damaged or of a newer release, the product is running, or
 *   there is content and `replace` is false; StorageError, also without any change, when the images cannot be stored
 */
export async function restoreBackup(
  pool: pg.Pool,
  options: {
    file: string;
    store: StoredImageFiles;
    /** Folder for temporary files. */
    directory: string;
    replace: boolean;
    announce: (line: string) => void;
    /** The migrations of this release, by default those in the project. */
    migrations?: readonly Migration[];
    /** Asked before anything is changed; rejects to refuse the archive. */
    accept?: (manifest: Manifest) => Promise<void>;
  },
): Promise<Manifest> {
  const { file, announce } = options;
  const known = options.migrations ?? readMigrations();
  announce('Checking the archive.');
  const archive = await openArchive(file);
  try {
    const { manifest } = archive;
    await options.accept?.(manifest);
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
  await assertNotRunning(pool);
  await assertReplaceable(pool, replace);
  announce('Restoring the images and the database.');
  const undo = await addImages(pool, archive, store, directory);
  let leaving: ImageKey[];
  try {
    leaving = await replaceDatabase(pool, {
      ...archive.manifest,
      ...schema,
      read: (table) => decompressed(archive, tableName(table)),
    });
  } catch (error) {
    await undo();
    throw error;
  }
  // No page refers to them any more.
  const images = leaving.map((key) => ({ key }));
  await deleteImages(pool, store, images, (key) =>
    announce(`${imageAddress(key)} could not be deleted now; the site will delete it later.`),
  );
}

/** @throws BackupError for a site with content, without `replace` */
export async function assertReplaceable(pool: pg.Pool, replace: boolean): Promise<void> {
  if (replace || (await isSiteEmpty(pool))) return;
  throw new BackupError('This site has content already. Use --replace to replace all of it by the backup.');
}

/** The archive's migrations as this release has them. @throws BackupError when one is unknown or different */
function migrationsOf(manifest: Manifest, known: readonly Migration[], file: string): Migration[] {
  return manifest.migrations.map(({ name, checksum }, at) => {
    const migration = known[at];
    if (migration?.name === name && migration.checksum === checksum) return migration;
    throw new BackupError(
      `${file} was made by another release (its database has ${name}); restore it with that one. Nothing was changed.`,
    );
  });
}

/** Retries for 5 seconds, because PostgreSQL lists a closed connection for a moment. */
async function assertNotRunning(pool: pg.Pool): Promise<void> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    if ((await countOtherConnections(pool)) === 0) return;
    await sleep(100);
  }
  throw new BackupError('The product is running on this database. Stop it first.');
}

function decompressed(archive: Archive, name: string): Readable {
  const compressed = Readable.from(archive.read(name), { objectMode: false });
  const rows = createGunzip();
  compressed.once('error', (error) => rows.destroy(error));
  return compressed.pipe(rows);
}

type StoredImageFiles = Pick<ImageStore, 'read' | 'put' | 'remove'>;

/** Images at a time: storing one is mostly waiting, for the disk or for the service. */
const lanes = 8;

/**
 * Adds the images of an archive to those of the site in the store: names are unique across all sites.
 * @returns a function that deletes them again; after a failure they are deleted already
 */
async function addImages(
  pool: pg.Pool,
  archive: Archive,
  store: StoredImageFiles,
  directory: string,
): Promise<() => Promise<void>> {
  const images = archive.manifest.images.map(({ path, bytes }) => ({ path, bytes, key: keyOf(path) }));
  const added: { key: ImageKey; bytes: number }[] = [];
  await severalAtOnce(images, lanes, async (image) => {
    if (!(await isStored(store, image.key))) added.push(image);
  });
  const undo = () => deleteImages(pool, store, added);
  try {
    await insertArrivingImages(
      pool,
      added.map(({ key, bytes }) => ({ ...key, bytes })),
    );
    await withWorkFolder(join(directory, `restore-${process.pid}`), (folder) =>
      severalAtOnce(images, lanes, async ({ path, key }, lane) => {
        const file = join(folder, String(lane));
        await writeFile(file, archive.read(imageName(path)), { mode: 0o600 });
        await store.put(key, file);
      }),
    );
  } catch (error) {
    await undo();
    throw error;
  }
  return undo;
}

function keyOf(path: string): ImageKey {
  const key = archiveImageKey(path);
  if (key) return key;
  throw new BackupError(`The archive has an image with an invalid name: ${path}. Nothing was changed.`);
}

/** Deletes each file and then its row. What cannot be deleted now is left to the job `images`. */
async function deleteImages(
  pool: pg.Pool,
  store: StoredImageFiles,
  images: readonly { key: ImageKey }[],
  onFailure: (key: ImageKey) => void = () => {},
): Promise<void> {
  await severalAtOnce(images, lanes, ({ key }) =>
    store
      .remove(key)
      .then(() => deleteUnstoredImage(pool, key))
      .catch(() => onFailure(key)),
  );
}
