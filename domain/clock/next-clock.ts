import { formatLongDateTime } from '#domain/fields/dates.ts';

const hour = 3_600_000;
const day = 24 * hour;
/** At a start, a clock that is further ahead than after an ordinary stop is taken for a jump. */
const longestStop = 14 * day;

export type Clock = {
  /** The newest moment that the site has seen. */
  newestAt: Date;
  /** The last look at the clock, right or wrong. */
  lookedAt: Date;
  /** The moment that the clock showed when it was first found wrong; null while it is right. */
  jumpedAt: Date | null;
  /** False for an ordinary stop of some days. */
  isAlarm: boolean;
};

/**
 * The trusted clock after a look at the clock. One that is more than a day ahead of the newest moment, or an hour behind
 * it, is wrong until it is right again or has stood so for a day. Pure.
 * @param drift milliseconds that the clock moved more than the monotonic one since this process looked last; null at its
 *   first look, when a jump cannot be told from a stop
 */
export function nextClock(before: Clock, now: Date, drift: number | null): Clock {
  const after = (moment: Date) => now.getTime() - moment.getTime();
  const follows = (moment: Date) => after(moment) >= -hour && after(moment) <= day;
  if (follows(before.newestAt)) {
    const newestAt = now > before.newestAt ? now : before.newestAt;
    return { newestAt, lookedAt: now, jumpedAt: null, isAlarm: false };
  }
  const stands = drift === null ? follows(before.lookedAt) : Math.abs(drift) <= hour;
  if (before.jumpedAt !== null && stands) {
    if (after(before.jumpedAt) < day) return { ...before, lookedAt: now };
    return { newestAt: now, lookedAt: now, jumpedAt: null, isAlarm: false };
  }
  const ahead = after(before.newestAt);
  const hasJumped = drift === null ? ahead < 0 || ahead > longestStop : !stands;
  return { ...before, lookedAt: now, jumpedAt: now, isAlarm: before.isAlarm || hasJumped };
}

/** Text about a clock that is wrong; null while it is right. Pure. */
export function clockMessage({ newestAt, jumpedAt, isAlarm }: Clock, timeZone: string): string | null {
  if (jumpedAt === null) return null;
  const [from, to] = [newestAt, jumpedAt].map((moment) => formatLongDateTime(moment, timeZone));
  return isAlarm
    ? `The clock jumped from ${from} to ${to}. Nothing is deleted until it is right again, or has stood so for a day.`
    : `The site was off from ${from} to ${to}. For the first day nothing is deleted.`;
}
