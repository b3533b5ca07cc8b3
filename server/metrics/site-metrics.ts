import type { Database } from '#db/client.ts';
import { readBackupStatus, type BackupStatus } from '#db/queries/backup-status.ts';
import { measureOutbox } from '#db/queries/outbox.ts';
import type { DiskSpace } from '#domain/storage/disk-space.ts';

import { within } from '../scheduling/within.ts';
import { byLabel, gauge } from './metric.ts';

/** What every instance of a site sees alike. */
export interface SiteState {
  /** Null where the database does not answer. */
  readonly database: {
    readonly outbox: Awaited<ReturnType<typeof measureOutbox>>;
    /** Null where nothing is backed up. */
    readonly backup: BackupStatus | null;
  } | null;
  readonly disk: DiskSpace | null;
}

/** Milliseconds; a scrape does not wait longer for the database. */
const DATABASE_WITHIN = 2_000;

/** Asks database and disk; what does not answer in time is null. Never rejects. */
export async function readSiteState(options: {
  db: Database | null;
  hasBackups: boolean;
  diskSpace: () => Promise<DiskSpace | null>;
}): Promise<SiteState> {
  const { db, hasBackups } = options;
  const [database, disk] = await Promise.all([
    db === null ? null : orNull(readDatabase(db, hasBackups)),
    orNull(options.diskSpace()),
  ]);
  return { database, disk };
}

async function readDatabase(db: Database, hasBackups: boolean) {
  const [outbox, backup] = await Promise.all([measureOutbox(db), hasBackups ? readBackupStatus(db) : null]);
  return { outbox, backup };
}

async function orNull<Result>(work: Promise<Result>): Promise<Result | null> {
  return (await within(DATABASE_WITHIN, work).catch(() => null)) ?? null;
}

/** Pure. */
export function siteMetrics({ database, disk }: SiteState, now: Date): string[] {
  return [
    gauge('anyforge_database_up', 'Whether the database answers (1) or not (0).', database === null ? 0 : 1),
    ...(database === null ? [] : outboxMetrics(database.outbox, now)),
    ...(database?.backup ? backupMetrics(database.backup) : []),
    ...(disk === null ? [] : diskMetrics(disk)),
  ];
}

function outboxMetrics(outbox: NonNullable<SiteState['database']>['outbox'], now: Date): string[] {
  const { waiting, failing, oldest, givenUp } = outbox;
  return [
    byLabel(
      'anyforge_outbox_emails',
      'Emails not sent yet: waiting for their first attempt, failing (to be tried again), or given up.',
      'state',
      { waiting: waiting - failing, failing, given_up: givenUp },
    ),
    gauge(
      'anyforge_outbox_oldest_age_seconds',
      'Age of the oldest email that waits or fails; 0 when there is none.',
      oldest === null ? 0 : Math.max(0, now.getTime() - oldest.getTime()) / 1_000,
    ),
  ];
}

function backupMetrics(status: BackupStatus): string[] {
  const { succeededAt, verifiedAt } = status;
  return [
    moment('anyforge_backup_last_success_timestamp_seconds', 'When the newest backup was made.', succeededAt),
    moment(
      'anyforge_backup_last_verified_timestamp_seconds',
      'When a backup was last restored into a scratch place and compared.',
      verifiedAt,
    ),
  ];
}

/** 0, the beginning of time, where it has not happened yet, so that alerts on its age fire. */
function moment(name: string, help: string, at: Date | null): string {
  return gauge(name, help, at === null ? 0 : at.getTime() / 1_000);
}

function diskMetrics({ freeBytes, totalBytes }: DiskSpace): string[] {
  return [
    gauge('anyforge_disk_free_bytes', 'Room on the disk that holds DATA_DIR.', freeBytes),
    gauge('anyforge_disk_size_bytes', 'Size of the disk that holds DATA_DIR.', totalBytes),
  ];
}
