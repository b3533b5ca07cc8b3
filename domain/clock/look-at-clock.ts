import type { Database } from '#db/client.ts';
import { readClock, updateClock } from '#db/queries/clock.ts';
import { restartUnused } from '#db/queries/images.ts';
import { restartDeleted } from '#db/queries/inbox.ts';
import { nextClock, type Clock } from './next-clock.ts';

/** A moment by the database's clock, and by the monotonic clock of this process, in milliseconds. */
export type Look = { at: Date; monotonic: number };

/** Reads the clock and stores what follows. @param last the look before; null at the first */
export async function lookAtClock(
  { db }: { db: Database },
  monotonic: () => number,
  last: Look | null,
): Promise<{ clock: Clock; look: Look }> {
  const { now, ...before } = await readClock(db);
  const look = { at: now, monotonic: monotonic() };
  const drift = last && look.at.getTime() - last.at.getTime() - (look.monotonic - last.monotonic);
  const clock = nextClock(before, now, drift);
  // Images that were uploaded by a clock that was behind look old by the right one, and so do messages deleted then.
  if (before.jumpedAt !== null && clock.jumpedAt === null) {
    await restartUnused(db);
    await restartDeleted(db);
  }
  const { newestAt: newest_at, lookedAt: looked_at, jumpedAt: jumped_at, isAlarm: is_alarm } = clock;
  await updateClock(db, { newest_at, looked_at, jumped_at, is_alarm });
  return { clock, look };
}
