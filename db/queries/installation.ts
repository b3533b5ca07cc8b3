import { sql, type UpdateObject } from 'kysely';

import type { Database } from '#db/client.ts';
import type { Tables } from '#db/tables.ts';
import { allRows, hasRow, hasWritten, isFound } from './outcome.ts';
import { nameOf } from './profiles.ts';

/** Facts of the whole installation: one row. */
export function readInstallation(db: Database) {
  return db
    .selectFrom('installation')
    .select(['second_factor as secondFactor', 'restored_at as restoredAt', 'storage_id as storageId'])
    .executeTakeFirstOrThrow();
}

export async function updateInstallation(
  db: Database,
  change: UpdateObject<Tables, 'installation'>,
): Promise<void> {
  await db.updateTable('installation').set(change).execute();
}

// The link that creates the first super admin -----------------------------

/** Only one link is open at a time: a new one ends the other. */
export function replaceSetupLink(db: Database, tokenHash: Buffer, hours: number): Promise<void> {
  const expiresAt = sql<Date>`now() + make_interval(hours => ${hours})`;
  return updateInstallation(db, { setup_token_hash: tokenHash, setup_expires_at: expiresAt });
}

export function isSetupLinkOpen(db: Database, tokenHash: Buffer): Promise<boolean> {
  return isFound(db.selectFrom('installation').select('only_row').where(isOpen(tokenHash)));
}

/** Uses up the link. Of concurrent calls only one gets true; the others wait for its commit. */
export function takeSetupLink(db: Database, tokenHash: Buffer): Promise<boolean> {
  return hasWritten(db.updateTable('installation').set({ setup_token_hash: null }).where(isOpen(tokenHash)));
}

function isOpen(tokenHash: Buffer) {
  return sql<boolean>`setup_token_hash = ${tokenHash} and setup_expires_at > now()`;
}

// The storage of images ---------------------------------------------------

/** Records the identity of the storage where none is known. */
export function claimStorage(db: Database, own: string): Promise<void> {
  return updateInstallation(db, { storage_id: sql`coalesce(storage_id, ${own})` });
}

// The set-up of the newsletter --------------------------------------------

/**
 * The problems with which a super admin allowed sending all the same. `acceptedBy`: null where no one did, or who did was
 * deleted since. `isRestored`: an older state was brought back after it.
 */
export function findSetupDecision(db: Database) {
  return db
    .selectFrom('installation as s')
    .select([
      's.newsletter_accepted as accepted',
      's.newsletter_accepted_at as acceptedAt',
      nameOf('s.newsletter_accepted_by').as('acceptedBy'),
      sql<boolean>`s.restored_at is not null and s.restored_at > coalesce(s.newsletter_accepted_at, '-infinity')`.as(
        'isRestored',
      ),
    ])
    .executeTakeFirstOrThrow();
}

export function acceptSetup(trx: Database, accepted: string[], userId: string): Promise<void> {
  return updateInstallation(trx, {
    newsletter_accepted: accepted,
    newsletter_accepted_by: userId,
    newsletter_accepted_at: sql<Date>`clock_timestamp()`,
  });
}

// Automatic backups -------------------------------------------------------

/** The state of the automatic backups, as all instances see it. The columns of the table say what each part means. */
export function readBackupStatus(db: Database) {
  return db
    .selectFrom('installation')
    .select([
      'backup_attempted_at as attemptedAt',
      'backup_succeeded_at as succeededAt',
      'backup_file as file',
      'backup_failure as failure',
      'backup_verified_at as verifiedAt',
      'backup_verify_seconds as verifySeconds',
      'backup_verify_failure as verifyFailure',
    ])
    .executeTakeFirstOrThrow();
}

export type BackupStatus = Awaited<ReturnType<typeof readBackupStatus>>;

/** Any 64-bit number that never changes. */
const lockKey = 7_263_541_011;

/** Runs `work` unless another instance is running it; the lock ends with the connection. */
export async function withBackupLock(db: Database, work: () => Promise<void>): Promise<void> {
  await db.connection().execute(async (connection) => {
    if (!(await hasRow(connection)`select where pg_try_advisory_lock(${lockKey}::bigint)`)) return;
    try {
      await work();
    } finally {
      await allRows(connection)`select pg_advisory_unlock(${lockKey}::bigint)`;
    }
  });
}

/** Steps of backups that may fail: making one, restoring the newest, archiving the log. */
export type BackupProblem = 'backup' | 'restore' | 'archive';

/** @returns whether it was not there before, and so must be emailed */
export function recordProblem(db: Database, problem: BackupProblem): Promise<boolean> {
  return hasWritten(
    db
      .updateTable('installation')
      .set({ backup_emailed: sql`array_append(backup_emailed, ${problem})` })
      .where(sql<boolean>`not (${problem} = any(backup_emailed))`),
  );
}

/** The next one is emailed again. */
export async function clearProblem(db: Database, problem: BackupProblem): Promise<void> {
  await db
    .updateTable('installation')
    .set({ backup_emailed: sql`array_remove(backup_emailed, ${problem})` })
    .where(sql<boolean>`${problem} = any(backup_emailed)`)
    .execute();
}
