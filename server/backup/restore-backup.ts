import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';

import type pg from 'pg';

import { countOtherConnections, isSiteEmpty, replaceDatabase } from '#db/load-tables.ts';
import { migrate, readMigrations, type Migration } from '#db/migrate.ts';
import { BackupError, pictureName, tableName, type Manifest } from './archive-format.ts';
import { openArchive, type Archive } from './archive-reader.ts';
import { checkSpace } from './make-backup.ts';

/**
 * Puts the database and the pictures of an archive in the place of what is there, then brings the database to this
 * release. Everybody has to sign in again.
 * @param options.storage the folder of the pictures; null when they lie elsewhere
 * @throws BackupError, with everything as it was, when the archive is damaged or of a newer release, the product is
 *   running, or there is content and `replace` was not said
 */
export async function restoreBackup(
  pool: pg.Pool,
  options: {
    file: string;
    storage: string | null;
    replace: boolean;
    announce: (line: string) => void;
    /** Those of this release. */
    migrations?: readonly Migration[];
  },
): Promise<Manifest> {
  const { file, storage, replace, announce } = options;
  const known = options.migrations ?? (await readMigrations());
  announce('Checking the archive.');
  const archive = await openArchive(file);
  try {
    const { manifest } = archive;
    const migrations = migrationsOf(manifest, known, file);
    if (storage === null && manifest.pictures.length > 0) {
      throw new BackupError(
        `${file} holds pictures for a folder, but STORAGE is s3. Restore it with STORAGE=disk.`,
      );
    }
    await refuseWhileRunning(pool);
    if (!replace && !((await isSiteEmpty(pool)) && (await isFolderEmpty(storage)))) {
      throw new BackupError(
        'This site has content already. Say --replace to put the backup in its place: all of it will be gone.',
      );
    }
    announce('Restoring the pictures and the database.');
    const pictures = await unpackPictures(archive, storage);
    try {
      await replaceDatabase(
        pool,
        { ...manifest, migrations, read: (table) => unpacked(archive, tableName(table)) },
        pictures.exchange,
      );
    } catch (error) {
      await pictures.undo();
      throw error;
    }
    await pictures.settle();
    await migrate(pool, { announce, migrations: known });
    return manifest;
  } finally {
    await archive.close();
  }
}

/** The archive's migrations as this release has them; it must know them all, unchanged, without a gap. */
function migrationsOf(manifest: Manifest, known: readonly Migration[], file: string): Migration[] {
  return manifest.migrations.map(({ name, checksum }, at) => {
    const migration = known[at];
    if (migration?.name === name && migration.checksum === checksum) return migration;
    throw new BackupError(
      `${file} was made by another release (its database has ${name}); restore it with that one. Nothing was touched.`,
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

async function isFolderEmpty(folder: string | null): Promise<boolean> {
  if (folder === null) return true;
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return !entries.some((entry) => entry.isFile());
}

function unpacked(archive: Archive, name: string): Readable {
  const packed = Readable.from(archive.read(name), { objectMode: false });
  const rows = createGunzip();
  packed.once('error', (error) => rows.destroy(error));
  return packed.pipe(rows);
}

/** Puts the pictures beside their place; `exchange` and `undo` only rename. */
async function unpackPictures(archive: Archive, storage: string | null) {
  if (storage === null) return { exchange: async () => {}, undo: async () => {}, settle: async () => {} };
  const fresh = `${storage}.restoring`;
  const old = `${storage}.replaced`;
  const { pictures } = archive.manifest;
  let exchanged = false;
  await mkdir(dirname(storage), { recursive: true, mode: 0o700 });
  await checkSpace(
    storage,
    pictures.reduce((sum, { bytes }) => sum + bytes, 0),
  );
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { mode: 0o700 });
  const undo = async () => {
    if (exchanged) {
      await rename(storage, fresh);
      await rename(old, storage);
    }
    await rm(fresh, { recursive: true, force: true });
  };
  try {
    for (const { path } of pictures) await unpackPicture(archive, path, fresh);
  } catch (error) {
    await undo();
    throw error;
  }
  return {
    exchange: async () => {
      await mkdir(storage, { recursive: true, mode: 0o700 });
      await rm(old, { recursive: true, force: true });
      await rename(storage, old);
      exchanged = true;
      await rename(fresh, storage);
    },
    undo,
    settle: () => rm(old, { recursive: true, force: true }),
  };
}

async function unpackPicture(archive: Archive, path: string, folder: string): Promise<void> {
  if (path.split('/').some((part) => part === '' || part === '.' || part === '..')) {
    throw new BackupError(`The archive names a picture that can be none: ${path}. Nothing was touched.`);
  }
  const place = join(folder, path);
  await mkdir(dirname(place), { recursive: true, mode: 0o700 });
  const file = await open(place, 'wx', 0o600);
  await pipeline(Readable.from(archive.read(pictureName(path))), file.createWriteStream({ flush: true }));
}
