import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds of one look. */
const LOOK = 50;
/** Share of the time in which the event loop worked, above which the process counts as busy. */
const BUSY = 0.7;
/** Milliseconds. A process that is always busy goes on after them. */
const MAXIMUM_WAIT = 2_000;

/** Resolves once this process has time to spare. */
export async function untilIdle(): Promise<void> {
  for (let waited = 0; waited < MAXIMUM_WAIT; waited += LOOK) {
    const before = performance.eventLoopUtilization();
    await sleep(LOOK, undefined, { ref: false });
    if (performance.eventLoopUtilization(before).utilization < BUSY) return;
  }
}
