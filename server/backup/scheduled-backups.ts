import type pg from 'pg';

import type { Logger } from '#adapters/log.ts';
import type { Database } from '#db/client.ts';
import { messageOf } from '#db/database-error.ts';
import { mayDeleteFiles } from '#db/queries/clock.ts';
import { lockAdmins } from '#db/queries/admins.ts';
import {
  clearProblem,
  readBackupStatus,
  recordProblem,
  updateInstallation,
  withBackupLock,
  type BackupProblem,
  type BackupStatus,
} from '#db/queries/installation.ts';
import { secondsToArchive } from '#db/write-ahead-log.ts';
import type { DomainContext } from '#app/http/request-context.ts';
import { composeBackupFailed } from '#domain/email/compose-backup-failed.ts';
import { enqueueEmail } from '#domain/email/enqueue-email.ts';
import type { ImageStore } from '#domain/images/image-services.ts';
import { inTransaction } from '#domain/core/context.ts';
import type { BackupConfig, Config } from '../settings/config.ts';
import { pastOrNever } from '#domain/clock/past.ts';
import { readHandOver } from './log-archiver.ts';
import { createPointInTime } from './point-in-time.ts';
import { backupWorkFolder } from './archive-file.ts';
import {
  archiveFailure,
  backupNotices,
  backupWarning,
  gapFailure,
  keptFact,
  missingWarning,
  ownDatabaseFact,
  pointInTimeFact,
  seenFact,
  type BackupNotices,
} from './backup-notices.ts';
import { createBackupPlace, isLookDue, type MarkedPlace, type Seen } from './backup-place.ts';
import { isBackupDue } from './schedule.ts';

export type ScheduledBackups = ReturnType<typeof createScheduledBackups>;

export type BackupDependencies = {
  domain: Pick<DomainContext, 'db' | 'mail' | 'jobAdded' | 'origin' | 'timeZone'>;
  pool: pg.Pool;
  images: Pick<ImageStore, 'read'>;
  log: Logger;
  /** Restores an archive into a scratch place; null: archives are not restored. */
  verify: ((archive: string) => Promise<{ seconds: number }>) | null;
};

const offNotice =
  'Nothing is backed up. Set BACKUP_TO to a folder on another disk or to a bucket, and the site backs itself up every day.';

/** The backups of `BACKUP_TO`: one instance at a time makes one a day, tries again after a failure, and restores it. */
export function createScheduledBackups(
  config: Pick<Config, 'backup' | 'backupPassphrase' | 'databaseUrl' | 'dataDir'>,
  now: () => Date = () => new Date(),
) {
  const { backup } = config;
  if (backup === null) {
    return {
      run: async () => {},
      archive: async () => {},
      notices: () => ({ warnings: [{ text: offNotice, needsContent: true }], facts: [] }),
      warning: () => null,
    };
  }
  const parts = { ...config, ...backup, place: createBackupPlace(backup.to, config.dataDir), now };
  const pointInTime = config.databaseUrl === null ? createPointInTime({ ...config, backup }, now) : null;
  let status: BackupStatus | null = null;
  let notArchived: string | null = null;
  let lostPlace: string | null = null;
  let seen: Seen | null = null;
  const missing = () => [...(seen?.missing ?? []), ...(pointInTime?.missing() ?? [])];

  return {
    /** Reads the state, and makes a backup when one is due. Never throws for a backup that failed: that is recorded. */
    async run(dependencies: BackupDependencies): Promise<void> {
      const { db } = dependencies.domain;
      await backUpWhenDue(dependencies, parts);
      status = await readBackupStatus(db);
      const isDue = lostPlace !== null || isLookDue(seen, backup.to.kind, now());
      const look = isDue ? lookAtPlace(db, status, parts) : Promise.resolve(seen);
      lostPlace = await look.then((found) => ((seen = found), null), messageOf);
      if (missing().length === 0) return;
      const { details } = missingWarning(missing());
      dependencies.log.error(details);
      await report(dependencies.domain, 'backup', details);
    },
    /** Archives images and the daily base, where the log is archived. What fails is recorded, too. */
    async archive({ domain, pool, images, log }: BackupDependencies): Promise<void> {
      if (pointInTime === null) return;
      const failed = await pointInTime
        .run({ db: domain.db, pool, images, timeZone: domain.timeZone })
        .then(() => null, messageOf);
      const waiting = await secondsToArchive(pool);
      const before = notArchived;
      const gap = await readHandOver(config.dataDir, 'gap');
      notArchived =
        archiveFailure(waiting, await readHandOver(config.dataDir, 'failed')) ??
        failed ??
        gapFailure(gap, now(), domain.timeZone);
      if (notArchived === null) return await clearProblem(domain.db, 'archive');
      if (before === null) log.error('The point-in-time archive is not complete', { reason: notArchived });
      await report(domain, 'archive', notArchived);
    },
    notices(timeZone: string): BackupNotices {
      const notices = status === null ? { warnings: [], facts: [] } : backupNotices(status, now(), timeZone);
      if (lostPlace !== null && status?.failure === null)
        notices.warnings.push({
          text: 'Nothing is backed up: the place of the backups cannot be used.',
          details: lostPlace,
        });
      if (notArchived !== null)
        notices.warnings.push({
          text: 'Backups are made, but what is written between them is not archived at the moment.',
          details: notArchived,
        });
      if (missing().length > 0) notices.warnings.push(missingWarning(missing()));
      else if (seen && lostPlace === null) {
        const succeededAt = status && pastOrNever(status.succeededAt, now());
        if (succeededAt) notices.facts.push(seenFact(succeededAt, seen.at, now(), timeZone));
        const reach = pointInTime?.reach();
        if (reach) notices.facts.push(pointInTimeFact(reach, now(), timeZone));
      }
      if (pointInTime === null) notices.facts.push(ownDatabaseFact);
      notices.facts.push(keptFact(backup.keep));
      return notices;
    },
    /** For `/readyz`; null when all is well, or nothing is backed up. */
    warning: () =>
      (status && backupWarning(status, now())) ??
      (lostPlace && 'the place of the backups cannot be used') ??
      (missing().length > 0 ? 'files are missing in the place of the backups' : null) ??
      (notArchived === null ? null : 'the point-in-time archive is not complete'),
  };
}

type Parts = Pick<Config, 'backupPassphrase' | 'dataDir'> &
  Pick<BackupConfig, 'at' | 'keep'> & { place: MarkedPlace; now: () => Date };

async function backUpWhenDue(dependencies: BackupDependencies, parts: Parts): Promise<void> {
  const { db, timeZone } = dependencies.domain;
  const isDue = async () =>
    isBackupDue({ ...(await readBackupStatus(db)), now: parts.now(), at: parts.at, timeZone });
  if (!(await isDue())) return;
  await withBackupLock(db, async () => {
    // Another instance may have made it in the meantime.
    if (await isDue()) await backUp(dependencies, parts);
  });
}

/** Asks for the marker and the newest archive; what is missing is stored anew. */
async function lookAtPlace(
  db: Database,
  { succeededAt, file }: BackupStatus,
  { place, now }: Parts,
): Promise<Seen> {
  const at = now();
  const found = await place.findLostMarker();
  const missing = found ?? [];
  if (missing.length > 0) await place.mark();
  if (succeededAt !== null && !(await place.has(file))) {
    // It is in the place that was used before this one.
    if (found !== null) missing.push(file);
    await updateInstallation(db, { backup_succeeded_at: null, backup_attempted_at: null });
  }
  return { at, missing };
}

async function backUp(dependencies: BackupDependencies, { now, ...parts }: Parts): Promise<void> {
  const { domain, log } = dependencies;
  const startedAt = now();
  await updateInstallation(domain.db, { backup_attempted_at: startedAt });
  try {
    // Once a day, and by one process.
    const { storeBackup } = await import('./store-backup.ts');
    const file = await storeBackup(dependencies.pool, {
      ...parts,
      images: dependencies.images,
      passphrase: parts.backupPassphrase,
      workFolder: backupWorkFolder(parts),
      now: startedAt,
      mayDelete: await mayDeleteFiles(domain.db, new Date()),
    });
    const success = { backup_succeeded_at: startedAt, backup_file: file, backup_failure: null };
    await updateInstallation(domain.db, success);
    log.info('A backup was made', { file });
    await clearProblem(domain.db, 'backup');
    await rehearse(dependencies, file, now);
  } catch (error) {
    log.error('The backup failed', { error });
    await updateInstallation(domain.db, { backup_failure: messageOf(error).slice(0, 1_000) });
    await report(domain, 'backup', messageOf(error));
  }
}

/** Restores the new archive into a scratch place. */
async function rehearse({ domain, log, verify }: BackupDependencies, file: string, now: () => Date) {
  if (verify === null) return;
  try {
    const { seconds } = await verify(file);
    await updateInstallation(domain.db, {
      backup_verified_at: now(),
      backup_verify_seconds: Math.round(seconds),
      backup_verify_failure: null,
    });
    await clearProblem(domain.db, 'restore');
    log.info('The backup was restored into a scratch place and compared', { file, seconds });
  } catch (error) {
    log.error('The backup could not be restored', { file, error });
    await updateInstallation(domain.db, { backup_verify_failure: messageOf(error).slice(0, 1_000) });
    await report(domain, 'restore', messageOf(error));
  }
}

/** Emails super admins, once until the problem has gone. */
async function report(
  domain: BackupDependencies['domain'],
  problem: BackupProblem,
  failure: string,
): Promise<void> {
  await inTransaction(domain, async (tx) => {
    if (!(await recordProblem(tx.db, problem))) return;
    for (const { email: to } of await lockAdmins(tx.db, {})) {
      await enqueueEmail(tx, composeBackupFailed({ to, origin: tx.origin, problem, failure }));
    }
  });
}
