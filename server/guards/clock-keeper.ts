import type { Database } from '#db/client.ts';
import { lookAtClock, type Look } from '#domain/clock/look-at-clock.ts';
import { clockMessage, type Clock } from '#domain/clock/next-clock.ts';

const hour = 3_600_000;

/** Watches the clock for one process, whose monotonic clock tells a jump from a pause. */
export function createClockKeeper(monotonic: () => number = () => performance.now()) {
  let last: Look | null = null;
  let clock: Clock | null = null;
  let isApart = false;

  return {
    /** Reads the clock once. Before the first look nothing old may be deleted. */
    async look(db: Database): Promise<void> {
      const seen = await lookAtClock({ db }, monotonic, last);
      last = seen.look;
      clock = seen.clock;
      isApart = Math.abs(Date.now() - last.at.getTime()) > hour;
    },
    /** Text about a clock that is wrong, without what is an ordinary stop; null while it is right. */
    warning: (timeZone: string): string | null => {
      if (clock?.isAlarm) return clockMessage(clock, timeZone);
      return isApart
        ? 'The clocks of this machine and of the database differ by more than an hour. Nothing is deleted.'
        : null;
    },
    /** Lines about an ordinary stop. */
    facts: (timeZone: string): string[] =>
      [clock && !clock.isAlarm ? clockMessage(clock, timeZone) : null].filter((text) => text !== null),
  };
}
