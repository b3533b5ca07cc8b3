import { z } from 'zod';

import { formatLongDateTime } from '#domain/text/dates.ts';
import type { BackupNotices } from '../backup/backup-notices.ts';

export type PointInTimeStatus = {
  /** When this process began to archive. */
  startedAt: Date;
  /** Everything acknowledged before it is archived; null: nothing yet in this process. */
  archivedThrough: Date | null;
  /** Why the last run failed; null after a success. */
  failure: string | null;
  baseFailure: string | null;
  /** The newest copy of the whole database that belongs to the log of now; null: there is none yet. */
  newestBaseAt: Date | null;
  /** The earliest moment that can be brought back. */
  restorableSince: Date | null;
};

/**
 * The state as other processes get it: without what changes with every run, so that a site without visitors has nothing
 * to write.
 */
export function storableStatus(status: PointInTimeStatus, now: Date): string {
  const late = isLate(status, now);
  return JSON.stringify({
    ...status,
    archivedThrough: late ? status.archivedThrough : null,
    failure: late ? status.failure : null,
    isLate: late,
  });
}

/** @param stored by another process: what it says of the archive holds until it says something else */
export function parseStoredStatus(stored: unknown, now: Date): PointInTimeStatus | null {
  const parsed = storedStatus.safeParse(stored);
  if (!parsed.success) return null;
  const { isLate: late, ...status } = parsed.data;
  return late ? status : { ...status, archivedThrough: now };
}

const instant = z.iso.datetime().transform((text) => new Date(text));
const storedStatus = z.object({
  startedAt: instant,
  archivedThrough: instant.nullable(),
  failure: z.string().nullable(),
  baseFailure: z.string().nullable(),
  newestBaseAt: instant.nullable(),
  restorableSince: instant.nullable(),
  isLate: z.boolean(),
});

/** What is not archived for so many milliseconds makes the archive late. A run begins every 5 seconds. */
const lateAfter = 60_000;
/** A day, and two hours for the base itself. */
const overdueAfter = 26 * 3_600_000;
/** The first base of a new site or after a restore may take so long. */
const firstBaseWithin = 3_600_000;

/** For how many milliseconds writes have not been archived. Pure, as everything here. */
export function archiveLag({ archivedThrough, startedAt }: PointInTimeStatus, now: Date): number {
  return now.getTime() - (archivedThrough ?? startedAt).getTime();
}

export function isLate(status: PointInTimeStatus, now: Date): boolean {
  return archiveLag(status, now) > lateAfter;
}

/** What super admins see on the dashboard. */
export function pointInTimeNotices(status: PointInTimeStatus, now: Date, timeZone: string): BackupNotices {
  const { archivedThrough, startedAt, failure, baseFailure, restorableSince } = status;
  const warnings: string[] = [];
  if (isLate(status, now)) {
    const since = formatLongDateTime(archivedThrough ?? startedAt, timeZone);
    warnings.push(
      `What was written since ${since} is not in the point-in-time archive, and would be lost with this machine. ${failure ?? 'The archive is too slow.'}`,
    );
  }
  if (baseFailure !== null) {
    warnings.push(`The daily base of the point-in-time archive could not be made: ${baseFailure}`);
  } else if (isBaseOverdue(status, now)) {
    warnings.push('The daily base of the point-in-time archive is overdue.');
  }
  const facts =
    restorableSince === null
      ? []
      : [
          `Point in time: the site can be brought back as it was at any second since ${formatLongDateTime(restorableSince, timeZone)}`,
        ];
  return { warnings, facts };
}

/** What `/readyz` says beside its answer; anybody may read it. */
export function pointInTimeWarning(status: PointInTimeStatus, now: Date): string | null {
  if (isLate(status, now)) return 'the point-in-time archive is late';
  if (status.baseFailure !== null) return 'the base of the point-in-time archive failed';
  return isBaseOverdue(status, now) ? 'the base of the point-in-time archive is overdue' : null;
}

function isBaseOverdue({ newestBaseAt, startedAt }: PointInTimeStatus, now: Date): boolean {
  const passed = now.getTime() - (newestBaseAt ?? startedAt).getTime();
  return passed > (newestBaseAt === null ? firstBaseWithin : overdueAfter);
}
