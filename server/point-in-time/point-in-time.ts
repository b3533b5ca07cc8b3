import { join } from 'node:path';

import type pg from 'pg';

import type { Logger } from '#adapters/log.ts';
import {
  listSuperAdminEmails,
  readArchiveState,
  recordArchiveComplete,
  recordArchiveLate,
  recordArchiveState,
} from '#db/queries/backup-status.ts';
import type { Database } from '#db/client.ts';
import { releaseLog } from '#db/write-ahead-log.ts';
import type { DomainContext } from '#domain/context.ts';
import { composeArchiveLate } from '#domain/email/compose-archive-late.ts';
import { enqueueEmail } from '#domain/email/enqueue-email.ts';
import type { ImageStore } from '#domain/images/image-services.ts';
import { classifyDisk } from '#domain/storage/disk-space.ts';
import { inTransaction } from '#domain/transaction.ts';
import { backupWorkFolder } from '../backup/archive-file.ts';
import type { BackupNotices } from '../backup/backup-notices.ts';
import { createBackupPlace, type BackupPlace } from '../backup/backup-place.ts';
import { isBackupDue } from '../backup/schedule.ts';
import type { BackupConfig, Config } from '../config.ts';
import { basesToDelete, newestFirst, piecesToDelete } from './choose.ts';
import { createImageArchiver, listArchivedImages } from './image-archiver.ts';
import { createLogArchiver } from './log-archiver.ts';
import {
  folders,
  imageFileName,
  parseBaseName,
  parsePieceName,
  parseSeriesName,
  seriesName,
  type Base,
  type SeriesId,
} from './names.ts';
import {
  isLate,
  parseStoredStatus,
  pointInTimeNotices,
  pointInTimeWarning,
  storableStatus,
  type PointInTimeStatus,
} from './notices.ts';
import type { Series } from './series.ts';
import { takeBase } from './take-base.ts';

/** The archive from which the site can be brought back as it was at any second. */
export type PointInTime = {
  /** Archives what was written since the last call. Throws when that is not possible now. */
  archive: (dependencies: PointInTimeDependencies) => Promise<void>;
  /** Copies the whole database into the archive when that is due, and deletes what is older than is kept. */
  makeBase: (dependencies: PointInTimeDependencies) => Promise<void>;
  /** Tells super admins, once, when the archive is late; frees the disk of the log when it runs out of space. */
  watch: (dependencies: PointInTimeDependencies) => Promise<void>;
  /** Reads the state that another process recorded: for one that does not archive. */
  look: (db: Database) => Promise<void>;
  notices: () => BackupNotices;
  /** For `/readyz`; null when all is well, or nothing is archived. */
  warning: () => string | null;
  /** Null where nothing is archived. */
  status: () => PointInTimeStatus | null;
};

export type PointInTimeDependencies = {
  domain: Pick<DomainContext, 'db' | 'mail' | 'outboxFilled' | 'origin' | 'diskSpace'>;
  pool: pg.Pool;
  images: Pick<ImageStore, 'read'>;
  log: Logger;
};

type PointInTimeConfig = Pick<
  Config,
  'backup' | 'backupPassphrase' | 'dataDir' | 'databaseUrl' | 'pointInTimeDays' | 'siteTimezone'
>;

const ownDatabaseFact =
  'What is written between two backups is not archived by the site: DATABASE_URL names a database of its own provider, which has its own way back to a point in time.';

export function createPointInTime(
  config: PointInTimeConfig,
  now: () => Date = () => new Date(),
): PointInTime {
  const { backup, databaseUrl, pointInTimeDays } = config;
  if (backup !== null && databaseUrl === null && pointInTimeDays > 0) {
    return createArchive(config, backup, now);
  }
  let isReleased = databaseUrl !== null;
  return {
    // Of a time in which there was an archive.
    archive: async ({ pool }) => {
      if (!isReleased) await releaseLog(pool);
      isReleased = true;
    },
    makeBase: async () => {},
    watch: async () => {},
    look: async () => {},
    notices: () => ({
      warnings: [],
      facts: backup !== null && databaseUrl !== null ? [ownDatabaseFact] : [],
    }),
    warning: () => null,
    status: () => null,
  };
}

function createArchive(config: PointInTimeConfig, { at, to }: BackupConfig, now: () => Date): PointInTime {
  const place = createBackupPlace(to);
  const workFolder = join(backupWorkFolder(config), 'point-in-time');
  const dataDirectory = join(config.dataDir, 'postgres');
  const logArchiver = createLogArchiver({
    place,
    dataDirectory,
    workFolder,
    passphrase: config.backupPassphrase,
    now,
  });
  const imageArchiver = createImageArchiver({ place, workFolder, now });
  let running: Promise<void> = Promise.resolve();
  const startedAt = now();
  let series: Series | null = null;
  let bases: Base[] | null = null;
  let attemptedAt: Date | null = null;
  let failure: string | null = null;
  let baseFailure: string | null = null;
  let recorded: string | null = null;
  let seen: PointInTimeStatus | null = null;

  /** One run at a time: a base asks for one, too. */
  function archive(dependencies: PointInTimeDependencies): Promise<void> {
    const run = running.then(() => archiveNow(dependencies));
    running = run.catch(() => {});
    return run;
  }

  async function archiveNow({ domain, pool, images }: PointInTimeDependencies): Promise<void> {
    try {
      series = await logArchiver.archive(pool, (current) =>
        imageArchiver.archive({ db: domain.db, images }, current),
      );
      failure = null;
    } catch (error) {
      failure = messageOf(error);
      throw error;
    }
  }

  async function makeBase(dependencies: PointInTimeDependencies): Promise<void> {
    if (series === null) await archive(dependencies);
    const current = series;
    if (current === null) return;
    bases ??= await listBases(place);
    if (!isDue(current, bases)) return;
    attemptedAt = now();
    try {
      await takeBase(dependencies.pool, {
        series: current,
        dataDirectory,
        workFolder,
        now,
        archiveLog: async (until) => {
          await archive(dependencies);
          if (series?.id !== current.id || logArchiver.position() < until)
            throw new Error('The log was not archived without a gap meanwhile.');
        },
      });
      bases = await listBases(place);
      dependencies.log.info('A base of the point-in-time archive was made', { series: current.id });
      baseFailure = null;
      bases = await prune(dependencies, current, bases);
    } catch (error) {
      baseFailure = messageOf(error);
      dependencies.log.error('The base of the point-in-time archive could not be made', { error });
    }
  }

  function isDue(current: Series, all: readonly Base[]): boolean {
    const newest = newestFirst(all.filter(({ id }) => id === current.id))[0];
    const succeededAt = newest?.finishedAt ?? null;
    return isBackupDue({ now: now(), at, timeZone: config.siteTimezone, succeededAt, attemptedAt });
  }

  /** @returns the bases that are left */
  async function prune(
    { domain }: PointInTimeDependencies,
    current: Series,
    all: readonly Base[],
  ): Promise<Base[]> {
    const since = new Date(now().getTime() - config.pointInTimeDays * 86_400_000);
    const leaving = new Set(basesToDelete(all, since));
    for (const { name } of leaving) await place.remove(`${folders.bases}/${name}`);
    const kept = all.filter((base) => !leaving.has(base));
    const ids = (await place.list(folders.series)).flatMap((name) => parseSeriesName(name) ?? []);
    for (const id of ids) {
      const ofSeries = kept.filter((base) => base.id === id.id);
      if (ofSeries.length > 0 || id.id === current.id) await removePieces(id, ofSeries);
      else await removeSeries(place, id);
    }
    await imageArchiver.prune({ db: domain.db }, current, since);
    return kept;
  }

  async function removePieces({ id }: SeriesId, kept: readonly Base[]): Promise<void> {
    const pieces = (await place.list(folders.log(id))).flatMap((name) => parsePieceName(name) ?? []);
    for (const { name } of piecesToDelete(pieces, kept)) await place.remove(`${folders.log(id)}/${name}`);
  }

  function status(): PointInTimeStatus {
    const known = bases ?? [];
    return {
      startedAt,
      archivedThrough: logArchiver.through(),
      failure,
      baseFailure,
      newestBaseAt: newestFirst(known.filter(({ id }) => id === series?.id))[0]?.finishedAt ?? null,
      restorableSince: newestFirst(known).at(-1)?.finishedAt ?? null,
    };
  }

  async function record(db: Database, state: string): Promise<void> {
    if (state === recorded) return;
    await recordArchiveState(db, state);
    recorded = state;
  }

  async function watch({ domain, pool, log }: PointInTimeDependencies): Promise<void> {
    const current = status();
    await record(domain.db, storableStatus(current, now()));
    if (!isLate(current, now())) {
      await recordArchiveComplete(domain.db);
      return;
    }
    const space = await domain.diskSpace();
    if (space !== null && classifyDisk(space) !== 'enough') {
      log.error('The log is kept no longer for the point-in-time archive: the disk runs out of space', space);
      await logArchiver.giveUp(pool);
    }
    await inTransaction(domain, async (tx) => {
      if (!(await recordArchiveLate(tx.db))) return;
      log.error('The point-in-time archive is late', { failure, through: current.archivedThrough });
      for (const email of await listSuperAdminEmails(tx.db)) {
        await enqueueEmail(tx, composeArchiveLate({ to: email, origin: tx.origin, failure }));
      }
    });
  }

  return {
    archive,
    makeBase,
    watch,
    look: async (db) => {
      seen = parseStoredStatus(await readArchiveState(db), now());
    },
    notices: () => pointInTimeNotices(seen ?? status(), now(), config.siteTimezone),
    warning: () => pointInTimeWarning(seen ?? status(), now()),
    status,
  };
}

/** Every base in the archive, of all series. */
export async function listBases(place: BackupPlace): Promise<Base[]> {
  return (await place.list(folders.bases)).flatMap((name) => parseBaseName(name) ?? []);
}

async function removeSeries(place: BackupPlace, series: SeriesId): Promise<void> {
  for (const key of await listArchivedImages(place, series.id)) {
    await place.remove(`${folders.images(series.id, key.folder)}/${imageFileName(series, key)}`);
  }
  for (const folder of [folders.removed(series.id), folders.log(series.id)]) {
    for (const name of await place.list(folder)) await place.remove(`${folder}/${name}`);
  }
  // Last: what is found by it is deleted again when this was interrupted.
  await place.remove(`${folders.series}/${seriesName(series)}`);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
