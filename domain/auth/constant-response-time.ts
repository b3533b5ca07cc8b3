import { setTimeout as sleep } from 'node:timers/promises';

/** Longer than the slowest of the responses takes. */
const responseMilliseconds = 500;

/**
 * Waits until half a second has passed, so that the response time does not tell what was done (a timing attack).
 * @param started when the work began, by `performance.now()`
 */
export async function untilConstantResponseTime(started: number): Promise<void> {
  await sleep(Math.max(0, Math.ceil(started + responseMilliseconds - performance.now())));
}
