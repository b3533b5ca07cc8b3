import { sql } from 'kysely';

import type { Database } from '#db/client.ts';
import { hasWritten } from './outcome.ts';

/** The state of the automatic backups, as all instances see it. */
export type BackupStatus = {
  attemptedAt: Date | null;
  /** The moment that the newest complete archive shows. */
  succeededAt: Date | null;
  /** Name of that archive; empty before the first. */
  file: string;
  /** Why the last attempt failed; null after a success. */
  failure: string | null;
  verifiedAt: Date | null;
  verifySeconds: number;
  /** Why the restore of the newest archive failed; null after a success. */
  verifyFailure: string | null;
};

export async function readBackupStatus(db: Database): Promise<BackupStatus> {
  const row = await db.selectFrom('installation').selectAll().executeTakeFirstOrThrow();
  return {
    attemptedAt: row.backup_attempted_at,
    succeededAt: row.backup_succeeded_at,
    file: row.backup_file,
    failure: row.backup_failure,
    verifiedAt: row.backup_verified_at,
    verifySeconds: row.backup_verify_seconds,
    verifyFailure: row.backup_verify_failure,
  };
}

/** Any 64-bit number that never changes. */
const lockKey = 7_263_541_011;

/** Runs `work` unless another instance is running it; the lock ends with the connection. */
export async function withBackupLock(db: Database, work: () => Promise<void>): Promise<void> {
  await db.connection().execute(async (connection) => {
    const { rows } = await sql<{
      isFree: boolean;
    }>`select pg_try_advisory_lock(${lockKey}::bigint) as "isFree"`.execute(connection);
    if (rows[0]?.isFree !== true) return;
    try {
      await work();
    } finally {
      await sql`select pg_advisory_unlock(${lockKey}::bigint)`.execute(connection);
    }
  });
}

export async function recordBackupAttempt(db: Database, at: Date): Promise<void> {
  await db.updateTable('installation').set({ backup_attempted_at: at }).execute();
}

export async function recordBackupSuccess(db: Database, { at, file }: { at: Date; file: string }) {
  await db
    .updateTable('installation')
    .set({ backup_succeeded_at: at, backup_file: file, backup_failure: null })
    .execute();
}

export async function recordBackupFailure(db: Database, failure: string): Promise<void> {
  await db
    .updateTable('installation')
    .set({ backup_failure: failure.slice(0, 1000) })
    .execute();
}

/** @param outcome.seconds how long the restore took */
export async function recordVerification(
  db: Database,
  outcome: { at: Date; seconds: number } | { failure: string },
): Promise<void> {
  await db
    .updateTable('installation')
    .set(
      'failure' in outcome
        ? { backup_verify_failure: outcome.failure.slice(0, 1000) }
        : {
            backup_verified_at: outcome.at,
            backup_verify_seconds: Math.round(outcome.seconds),
            backup_verify_failure: null,
          },
    )
    .execute();
}

/** What may go wrong with backups: making one, restoring the newest, archiving the log. */
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

export async function listSuperAdminEmails(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('admin_users')
    .innerJoin('users', 'users.id', 'admin_users.user_id')
    .where('admin_users.role', '=', 'super_admin')
    .select('users.email')
    .orderBy('users.email')
    .execute();
  return rows.map(({ email }) => email);
}
