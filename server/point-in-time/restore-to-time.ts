import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';

import { extract } from 'tar-stream';

import { openDatabase } from '#db/client.ts';
import { errorCode } from '#db/database-error.ts';
import {
  EmbeddedPostgresError,
  replaceDataDirectory,
  startEmbeddedPostgres,
  withDataDirUnused,
  type EmbeddedPostgres,
} from '#db/embedded/start.ts';
import { migrate } from '#db/migrate.ts';
import { listImageKeys } from '#db/queries/images.ts';
import { finishRecovery, readBeforeRecovery, type BeforeRecovery } from '#db/recovered-site.ts';
import { imageAddress, type ImageKey } from '#domain/images/image.ts';
import type { ImageStore } from '#domain/images/image-services.ts';
import { backupWorkFolder } from '../backup/archive-file.ts';
import { BackupError } from '../backup/archive-format.ts';
import { createBackupPlace, type BackupPlace } from '../backup/backup-place.ts';
import { checkSpace } from '../backup/make-backup.ts';
import type { Config } from '../config.ts';
import { createImageStore } from '../images/image-store.ts';
import { chooseBase, choosePieces, newestFirst } from './choose.ts';
import { listArchivedImages } from './image-archiver.ts';
import {
  folders,
  imageFileName,
  parsePieceName,
  segmentBytes,
  segmentName,
  type Base,
  type Piece,
} from './names.ts';
import { listBases } from './point-in-time.ts';
import { openSeries, type Series } from './series.ts';

type RestoreConfig = Pick<
  Config,
  'backup' | 'backupPassphrase' | 'databaseUrl' | 'dataDir' | 'siteTimezone' | 'storage'
>;

/**
 * Brings the site back as it was at a moment: everything that was acknowledged before it, nothing that came later. It is
 * made beside the site that is there and takes its place at the end; all users have to sign in again.
 * @param options.at null: everything that the archive holds
 * @param options.replace false: only where there is no database yet
 * @returns the moment up to which the archive held everything, when that is earlier than `at`
 * @throws BackupError or EmbeddedPostgresError, with the old site unchanged
 */
export async function restoreToTime(
  config: RestoreConfig,
  options: { at: Date | null; now: Date; replace: boolean; announce: (line: string) => void },
): Promise<{ endsAt: Date | null }> {
  const { announce, now, replace } = options;
  const { backup, dataDir } = config;
  if (config.databaseUrl !== null) {
    throw new BackupError(
      'DATABASE_URL names a database of its own provider: use its way back to a point in time, or restore a backup.',
    );
  }
  if (backup === null) throw new BackupError('Set BACKUP_TO to the place of the archive.');
  if (options.at !== null && options.at > now) throw new BackupError('This moment is in the future.');
  const scratch = join(backupWorkFolder(config), 'restored');
  const before = await readSiteBefore(config, replace, announce);
  await rm(scratch, { recursive: true, force: true });
  await mkdir(join(scratch, 'postgres'), { recursive: true, mode: 0o700 });
  try {
    const place = createBackupPlace(backup.to);
    const plan = await planRestore(place, options.at ?? now);
    const series = await openSeries(place, plan.base, {
      passphrase: config.backupPassphrase,
      workFolder: scratch,
    });
    if (series === null) {
      throw new BackupError('BACKUP_PASSPHRASE is not the one that the archive was encrypted with.');
    }
    announce(
      `Fetching the base of ${plan.base.finishedAt.toISOString()} and ${plan.pieces.length} pieces of the log.`,
    );
    await fetchFiles(series, plan, scratch);
    announce('Repeating what was written since.');
    const server = await recover(scratch, options.at, announce);
    try {
      await finishSite(config, { server, place, series, before, scratch, announce });
    } finally {
      await server.stop();
    }
    await withDataDirUnused(dataDir, announce, (dataDirectory) =>
      replaceDataDirectory(dataDirectory, join(scratch, 'postgres')),
    );
    const isWhole = options.at !== null && plan.endsAt !== null && plan.endsAt >= options.at;
    return { endsAt: isWhole ? null : plan.endsAt };
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** What outlasts the restore of an earlier state. A database that cannot be opened any more has nothing to say. */
async function readSiteBefore(
  config: RestoreConfig,
  replace: boolean,
  announce: (line: string) => void,
): Promise<BeforeRecovery | null> {
  const { dataDir } = config;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const isThere = await withDataDirUnused(dataDir, announce, async (dataDirectory) => {
    const found = await stat(join(dataDirectory, 'PG_VERSION')).catch((error: unknown) => {
      if (errorCode(error) === 'ENOENT') return null;
      throw error;
    });
    return found !== null;
  });
  if (!isThere) return null;
  if (!replace) {
    throw new BackupError('There is a database in DATA_DIR. Use --replace to replace all of it.');
  }
  try {
    return await readWith(await startEmbeddedPostgres({ dataDir, announce }), config);
  } catch (error) {
    announce(`The database that is there cannot be read (${messageOf(error)}) and is replaced.`);
    return null;
  }
}

async function readWith(server: EmbeddedPostgres, { siteTimezone }: RestoreConfig): Promise<BeforeRecovery> {
  const client = openDatabase(server.connection, { timeZone: siteTimezone, onIdleError: () => {} });
  try {
    return await readBeforeRecovery(client.pool);
  } finally {
    await client.close();
    await server.stop();
  }
}

type Plan = { base: Base; pieces: Piece[]; endsAt: Date | null };

async function planRestore(place: BackupPlace, at: Date): Promise<Plan> {
  const bases = await listBases(place);
  const oldest = newestFirst(bases).at(-1);
  if (oldest === undefined) {
    throw new BackupError('There is no point-in-time archive in the place of BACKUP_TO.');
  }
  const base = chooseBase(bases, at);
  if (base === null) {
    throw new BackupError(
      `The point-in-time archive begins at ${oldest.finishedAt.toISOString()}. For an earlier day restore a backup.`,
    );
  }
  const names = await place.list(folders.log(base.id));
  const stored = names.flatMap((name) => parsePieceName(name) ?? []);
  return { base, ...choosePieces(stored, base.from, at) };
}

async function fetchFiles(series: Series, { base, pieces }: Plan, scratch: string): Promise<void> {
  const dataDirectory = join(scratch, 'postgres');
  const file = join(scratch, 'base.tar.gz');
  await series.fetch(`${folders.bases}/${base.name}`, file);
  const logBytes = Number((pieces.at(-1)?.to ?? base.from) - base.from);
  await checkSpace(file, (await stat(file)).size * 5 + logBytes);
  await unpackBase(file, dataDirectory);
  await rm(file);
  await writeFile(join(dataDirectory, 'recovery.signal'), '', { mode: 0o600 });
  const waiting = pieces.values();
  const fetchNext = async (worker: string) => {
    for (const piece of waiting) await fetchPiece(series, piece, join(scratch, worker), dataDirectory);
  };
  await Promise.all(['a', 'b', 'c', 'd'].map((worker) => fetchNext(`piece-${worker}`)));
}

async function unpackBase(file: string, dataDirectory: string): Promise<void> {
  const entries = extract();
  const unpacked = createGunzip();
  createReadStream(file)
    .once('error', (error) => unpacked.destroy(error))
    .pipe(unpacked)
    .once('error', (error) => entries.destroy(error))
    .pipe(entries);
  for await (const entry of entries) {
    const { name, type } = entry.header;
    if (name.startsWith('/') || name.split('/').includes('..')) {
      throw new BackupError(`The base of the archive is damaged: it holds ${name}.`);
    }
    const path = join(dataDirectory, name);
    if (type === 'directory') {
      await mkdir(path, { recursive: true, mode: 0o700 });
      entry.resume();
    } else {
      await writeFile(path, Readable.from(entry), { mode: 0o600, flag: 'wx' });
    }
  }
}

async function fetchPiece(series: Series, piece: Piece, file: string, dataDirectory: string): Promise<void> {
  await series.fetch(`${folders.log(series.id)}/${piece.name}`, file);
  const path = join(dataDirectory, 'pg_wal', segmentName(piece.timeline, piece.from));
  // Several pieces of one segment are written at once, and the first of them makes the file.
  const segment = await open(path, 'a', 0o600);
  await segment.truncate(segmentBytes).finally(() => segment.close());
  const start = Number(piece.from % BigInt(segmentBytes));
  await pipeline(createReadStream(file), createGunzip(), createWriteStream(path, { flags: 'r+', start }));
  await rm(file);
}

/** Starts the copy, which repeats its log up to the moment and is a database of its own from then on. */
async function recover(
  scratch: string,
  at: Date | null,
  announce: (line: string) => void,
): Promise<EmbeddedPostgres> {
  const settings = {
    // All of the log lies in pg_wal already.
    restore_command: 'false',
    recovery_target_timeline: 'current',
    recovery_target_action: 'promote',
    // A standby that may be read counts as ready long before the end.
    hot_standby: 'off',
  };
  const start = (target: Record<string, string>) =>
    startEmbeddedPostgres({ dataDir: scratch, announce, recovery: { ...settings, ...target } });
  if (at === null) return await start({});
  try {
    return await start({ recovery_target_time: at.toISOString().replace('Z', '+00') });
  } catch (error) {
    // Nothing was written after the moment: then all of the log belongs to it.
    const hasNoLater =
      error instanceof EmbeddedPostgresError && /before configured recovery target/.test(error.message);
    if (!hasNoLater) throw error;
    return await start({});
  }
}

async function finishSite(
  config: RestoreConfig,
  found: {
    server: EmbeddedPostgres;
    place: BackupPlace;
    series: Series;
    before: BeforeRecovery | null;
    scratch: string;
    announce: (line: string) => void;
  },
): Promise<void> {
  const { server, place, series, before, scratch, announce } = found;
  const client = openDatabase(server.connection, { timeZone: config.siteTimezone, onIdleError: () => {} });
  try {
    await migrate(client.pool, { announce });
    const archived = await listArchivedImages(place, series.id);
    announce('Bringing back images.');
    const store = createImageStore(config);
    for (const key of await listImageKeys(client.db, null)) {
      if (await isStored(store, key)) continue;
      await bringBackImage(store, series, key, join(scratch, 'image')).catch((error: unknown) => {
        announce(`${imageAddress(key)} cannot be brought back (${messageOf(error)}).`);
      });
    }
    await finishRecovery(client.pool, {
      removedFactors: before?.removedFactors ?? [],
      suppressed: before?.suppressed ?? [],
      // Files of images that came later are deleted by the site.
      otherImages: [...archived, ...(before?.images ?? [])],
    });
  } finally {
    await client.close();
  }
}

async function isStored(store: Pick<ImageStore, 'read'>, key: ImageKey): Promise<boolean> {
  const found = await store.read(key);
  found?.stream.destroy();
  return found !== null;
}

async function bringBackImage(
  store: Pick<ImageStore, 'put'>,
  series: Series,
  key: ImageKey,
  file: string,
): Promise<void> {
  try {
    await series.fetch(`${folders.images(series.id, key.folder)}/${imageFileName(series, key)}`, file);
    await store.put(key, file);
  } finally {
    await rm(file, { force: true });
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
