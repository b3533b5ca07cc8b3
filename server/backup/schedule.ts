import { pastOrNever } from '#domain/clock/past.ts';
import { dayInZone, instantFromLocal } from '#domain/fields/dates.ts';

const day = 86_400_000;
/** After a failure the next attempt begins so many milliseconds later. */
const retryAfter = 15 * 60_000;

/**
 * True if a backup should begin now. Pure.
 * @param options.at time of day, `HH:MM`, in `timeZone`
 */
export function isBackupDue(options: {
  now: Date;
  at: string;
  timeZone: string;
  succeededAt: Date | null;
  attemptedAt: Date | null;
}): boolean {
  const { now, at, timeZone } = options;
  const succeededAt = pastOrNever(options.succeededAt, now);
  const attemptedAt = pastOrNever(options.attemptedAt, now);
  const due = lastDueAt(now, at, timeZone);
  if (succeededAt !== null && succeededAt >= due) return false;
  return attemptedAt === null || attemptedAt < due || now.getTime() - attemptedAt.getTime() >= retryAfter;
}

/** The latest instant, not after `now`, at which the clocks of the zone showed `at`. */
function lastDueAt(now: Date, at: string, timeZone: string): Date {
  const today = instantFromLocal(dayInZone(now, timeZone), at, timeZone);
  if (today <= now) return today;
  const yesterday = new Date(Date.parse(dayInZone(now, timeZone)) - day).toISOString().slice(0, 10);
  return instantFromLocal(yesterday, at, timeZone);
}
