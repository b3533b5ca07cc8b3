import type { BackupStatus } from '#db/queries/installation.ts';
import { pastOrNever } from '#domain/clock/past.ts';
import type { Reach } from './point-in-time.ts';
import type { Retention } from '../settings/values.ts';
import { timeOf } from './log-archive.ts';
import { longestKept } from './retention.ts';
import { dayInZone, formatLongDateTime, localFromInstant } from '#domain/fields/dates.ts';

/** A segment that waits this many seconds is a problem; a segment usually waits for one. */
const lateAfter = 120;
/** A day, and two hours for the backup itself. */
const overdueAfter = 26 * 3_600_000;

/** The notices about backups that super admins see on the dashboard. Pure. */
export type BackupNotices = { warnings: Warning[]; facts: string[] };

/** @param details the error, as it is */
export type Warning = { text: string; details?: string };

export function backupNotices(status: BackupStatus, now: Date, timeZone: string): BackupNotices {
  const { failure, verifyFailure } = status;
  const succeededAt = pastOrNever(status.succeededAt, now);
  const verifiedAt = pastOrNever(status.verifiedAt, now);
  const newest =
    succeededAt === null
      ? 'There is no backup yet.'
      : `The newest backup is of ${formatLongDateTime(succeededAt, timeZone)}.`;
  const warnings: Warning[] = [];
  if (failure !== null) warnings.push({ text: `The last backup failed. ${newest}`, details: failure });
  else if (isOverdue(status, now)) warnings.push({ text: `The backup is overdue. ${newest}` });
  if (verifyFailure !== null) {
    warnings.push({ text: 'The newest backup could not be restored.', details: verifyFailure });
  }
  const facts =
    verifiedAt === null
      ? []
      : [
          `Last verified restore: ${momentOf(verifiedAt, now, timeZone)}, took ${durationOf(status.verifySeconds)}`,
        ];
  return { warnings, facts };
}

/** The words of `/readyz` about backups beside its answer; anybody may read it. Pure. */
export function backupWarning(status: BackupStatus, now: Date): string | null {
  if (status.failure !== null) return 'the last backup failed';
  if (isOverdue(status, now)) return 'the backup is overdue';
  return status.verifyFailure === null ? null : 'the newest backup could not be restored';
}

function isOverdue({ succeededAt, attemptedAt }: BackupStatus, now: Date): boolean {
  const last = succeededAt ?? attemptedAt;
  return last !== null && Math.abs(now.getTime() - last.getTime()) > overdueAfter;
}

function momentOf(instant: Date, now: Date, timeZone: string): string {
  const isToday = dayInZone(instant, timeZone) === dayInZone(now, timeZone);
  return isToday
    ? `today ${localFromInstant(instant, timeZone).time}`
    : formatLongDateTime(instant, timeZone);
}

function durationOf(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return minutes === 0 ? `${seconds} s` : `${minutes} min ${seconds % 60} s`;
}

export function keptFact(keep: Retention): string {
  return `Deleted data stays in backups for up to ${longestKept(keep)}`;
}

export const ownDatabaseFact =
  'What is written between two backups is not archived by the site: DATABASE_URL names a database of its own provider, which has its own way back to a point in time.';

export function pointInTimeFact({ since, gaps, seenAt }: Reach, now: Date, timeZone: string): string {
  const times = gaps.map(({ from, to }) => {
    const isOneDay = dayInZone(from, timeZone) === dayInZone(to, timeZone);
    const end = isOneDay ? localFromInstant(to, timeZone).time : formatLongDateTime(to, timeZone);
    return `${formatLongDateTime(from, timeZone)} to ${end}`;
  });
  const except = times.length === 0 ? '' : `, except ${times.join(', ')}`;
  return `Point in time: any second since ${formatLongDateTime(since, timeZone)}${except}, seen in the place of backups ${momentOf(seenAt, now, timeZone)}`;
}

export function missingWarning(files: readonly string[]) {
  const details = `The place of the backups has lost ${files.join(', ')}. It is stored anew.`;
  return { text: 'Files of the backups were missing in their place.', details };
}

export function seenFact(succeededAt: Date, seenAt: Date, now: Date, timeZone: string): string {
  return `Newest backup: ${momentOf(succeededAt, now, timeZone)}, seen in the place of backups ${momentOf(seenAt, now, timeZone)}`;
}

/** Says that what is written since then is in no series of the log; null while a base is on its way. Pure. */
export function gapFailure(gap: string | null, now: Date, timeZone: string): string | null {
  const since = timeOf(gap ?? '');
  if (!(Math.abs(now.getTime() - since.getTime()) >= lateAfter * 1_000)) return null;
  return `What was written since ${formatLongDateTime(since, timeZone)} is not in the archive. A new base begins as soon as there is room and the place answers.`;
}

/** Why the log is not archived; null when it is. Pure. */
export function archiveFailure(waitingSeconds: number, failure: string | null): string | null {
  if (waitingSeconds < lateAfter) return null;
  const minutes = Math.floor(waitingSeconds / 60);
  return `What was written in the last ${minutes} minutes would be lost with this machine. ${failure ?? 'The archive is too slow.'}`;
}
