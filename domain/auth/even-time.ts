import { setTimeout as sleep } from 'node:timers/promises';

/** Longer than the slowest of the answers takes. Milliseconds. */
const evenMilliseconds = 500;

/**
 * Waits until half a second has passed, so that the time of an answer does not tell what was done for it.
 * @param started when the work began, by `performance.now()`
 */
export async function untilEvenTime(started: number): Promise<void> {
  await sleep(Math.max(0, Math.ceil(started + evenMilliseconds - performance.now())));
}
