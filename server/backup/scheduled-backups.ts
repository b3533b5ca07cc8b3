import type pg from 'pg';

import type { Logger } from '#adapters/log.ts';
import type { Database } from '#db/client.ts';
import { readContentVersion } from '#db/queries/content-version.ts';
import {
  listSuperAdminEmails,
  readBackupStatus,
  recordBackupAttempt,
  recordBackupFailure,
  recordBackupSuccess,
  recordVerification,
  withBackupLock,
  type BackupStatus,
} from '#db/queries/backup-status.ts';
import type { DomainContext } from '#domain/context.ts';
import { composeBackupFailed } from '#domain/email/compose-backup-failed.ts';
import { enqueueEmail } from '#domain/email/enqueue-email.ts';
import type { ImageStore } from '#domain/images/image-services.ts';
import { inTransaction } from '#domain/transaction.ts';
import type { Config } from '../config.ts';
import { backupWorkFolder } from './archive-file.ts';
import { createArchiveStore } from './archive-store.ts';
import { backupNotices, backupWarning, type BackupNotices } from './backup-notices.ts';
import { isBackupDue } from './schedule.ts';
import type { Verification } from './verify-backup.ts';

export type ScheduledBackups = {
  /** Reads the state, and makes a backup when one is due. Never throws for a backup that failed: that is recorded. */
  run: (dependencies: BackupDependencies) => Promise<void>;
  /** Reads the state: for a process that makes no backups. */
  look: (db: Database) => Promise<void>;
  /** Of the state that was read last. */
  notices: () => BackupNotices;
  /** For `/readyz`; null when all is well, or nothing is backed up. */
  warning: () => string | null;
  /** The state that `run` read last; null before, and where nothing is backed up. */
  status: () => BackupStatus | null;
};

export type BackupDependencies = {
  domain: Pick<DomainContext, 'db' | 'mail' | 'outboxFilled' | 'origin'>;
  pool: pg.Pool;
  images: Pick<ImageStore, 'read'>;
  log: Logger;
  /** Restores an archive into a scratch place; null where there is no build to render its pages with. */
  verify: ((archive: string) => Promise<Verification>) | null;
};

const offNotice =
  'Nothing is backed up. Set BACKUP_TO to a folder on another disk or to a bucket, and the site backs itself up every day.';

/** The backups of `BACKUP_TO`: one instance at a time makes one a day, tries again after a failure, and restores it. */
export function createScheduledBackups(
  config: Pick<Config, 'backup' | 'backupPassphrase' | 'dataDir' | 'siteTimezone'>,
  now: () => Date = () => new Date(),
): ScheduledBackups {
  const { backup, siteTimezone } = config;
  if (backup === null) {
    return {
      run: async () => {},
      look: async () => {},
      notices: () => ({ warnings: [offNotice], facts: [] }),
      warning: () => null,
      status: () => null,
    };
  }
  const { at, keep, to } = backup;
  const archives = createArchiveStore(to);
  let status: BackupStatus | null = null;

  async function run(dependencies: BackupDependencies): Promise<void> {
    const { db } = dependencies.domain;
    status = await readBackupStatus(db);
    if (isDue(status)) {
      await withBackupLock(db, async () => {
        // Another instance may have made it in the meantime.
        if (isDue(await readBackupStatus(db))) await backUp(dependencies);
      });
    }
    status = await readBackupStatus(db);
  }

  function isDue(current: BackupStatus): boolean {
    return isBackupDue({ ...current, now: now(), at, timeZone: siteTimezone });
  }

  async function backUp(dependencies: BackupDependencies): Promise<void> {
    const { domain, log } = dependencies;
    const startedAt = now();
    await recordBackupAttempt(domain.db, startedAt);
    try {
      const before = await readContentVersion(domain.db, undefined);
      const dueAt = startedAt.getTime() + (before.millisecondsUntilDue ?? Infinity);
      // Once a day, and by one process.
      const { storeBackup } = await import('./store-backup.ts');
      const file = await storeBackup(dependencies.pool, {
        archives,
        images: dependencies.images,
        passphrase: config.backupPassphrase,
        keep,
        workFolder: backupWorkFolder(config),
        now: startedAt,
      });
      await recordBackupSuccess(domain.db, { at: startedAt, file });
      log.info('A backup was made', { file });
      const hasChanged = async () =>
        now().getTime() >= dueAt ||
        (await readContentVersion(domain.db, undefined)).version !== before.version;
      await rehearse(dependencies, file, hasChanged);
    } catch (error) {
      log.error('The backup failed', { error });
      await reportFailure(domain, error instanceof Error ? error.message : String(error));
    }
  }

  /**
   * Restores the new archive into a scratch place.
   * @param hasChanged whether the content of the site has changed since the archive was begun
   */
  async function rehearse(
    { domain, log, verify }: BackupDependencies,
    file: string,
    hasChanged: () => Promise<boolean>,
  ) {
    if (verify === null) return;
    try {
      const { seconds, differingPages } = await verify(file);
      if (differingPages.length > 0 && !(await hasChanged())) {
        throw new Error(`These pages of the restored copy differ: ${differingPages.join(', ')}`);
      }
      await recordVerification(domain.db, { at: now(), seconds });
      log.info('The backup was restored into a scratch place and compared', { file, seconds });
    } catch (error) {
      log.error('The backup could not be restored', { file, error });
      const failure = error instanceof Error ? error.message : String(error);
      await recordVerification(domain.db, { failure });
    }
  }

  return {
    run,
    look: async (db) => {
      status = await readBackupStatus(db);
    },
    notices: () =>
      status === null ? { warnings: [], facts: [] } : backupNotices(status, now(), siteTimezone),
    warning: () => (status === null ? null : backupWarning(status, now())),
    status: () => status,
  };
}

/** Records a failure, and emails super admins about the first one since the last success. */
async function reportFailure(domain: BackupDependencies['domain'], failure: string): Promise<void> {
  await inTransaction(domain, async (tx) => {
    if (!(await recordBackupFailure(tx.db, failure))) return;
    for (const to of await listSuperAdminEmails(tx.db)) {
      await enqueueEmail(tx, composeBackupFailed({ to, origin: tx.origin, failure }));
    }
  });
}
