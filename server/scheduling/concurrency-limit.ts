import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

import { within } from '#db/within.ts';

export type ConcurrencyLimit = ReturnType<typeof createConcurrencyLimit>;

export type ConcurrencyLimits = {
  /** Renders at once while they wait for the database. */
  readonly running: number;
  /** Renders at once while they keep the processor busy: more would only make all of them later. */
  readonly steady: number;
  /** Who comes when so many wait beside the running ones is turned away at once. */
  readonly waiting: number;
  readonly waitMilliseconds: number;
};

/** How long new requests may hold up the start of a render. Milliseconds. */
const intake = 10;
/** A turn of the event loop takes one new connection, whose request comes with the next one. */
const quietTurns = 2;
/** How long a render lets more urgent ones go first, and how long after one came. Milliseconds. */
const giveWay = 50;
const moment = 200;
/** How often one more than the steady number may start. Milliseconds. */
const growEvery = 10;
/** Share of the time in which the event loop worked, from 0 to 1, below which more renders help. */
const idleBelow = 0.6;

/**
 * Bounds the renders going on at once and those that wait, so that under overload the accepted ones stay quick and the
 * rest hear so at once. A render begins when no new request waits to be read: the event loop takes one connection a turn,
 * so renders in every turn would leave refusals and kept pages waiting unseen.
 *
 * @param arrivals how many connections and requests have come so far
 * @param first whose renders go first, for a moment: theirs take many turns of the event loop, and would wait in each of
 *   them for renders of this one
 */
export function createConcurrencyLimit(
  limits: ConcurrencyLimits,
  arrivals: () => number,
  first?: { isBusy: () => boolean },
) {
  const steady = Math.min(limits.steady, limits.running);
  let running = 0;
  let enteredAt = -Infinity;
  let refused = 0;
  let isStarting = false;
  let left = Promise.withResolvers<void>();
  const queue = new Set<() => void>();

  return {
    /**
     * Waits for a place. Resolves to the function that gives it back (call it once), or to undefined when too many wait, the
     * wait became too long or the client has left: then nothing is to be rendered.
     */
    enter(signal?: AbortSignal): Promise<(() => void) | undefined> {
      if (signal?.aborted) return Promise.resolve(undefined);
      if (running + queue.size >= limits.running + limits.waiting) {
        refused += 1;
        return Promise.resolve(undefined);
      }
      enteredAt = performance.now();
      return new Promise((resolve) => {
        const timer = setTimeout(() => {
          refused += 1;
          settle(undefined);
        }, limits.waitMilliseconds);
        const proceed = () => settle(leave);
        const abandon = () => settle(undefined);
        queue.add(proceed);
        signal?.addEventListener('abort', abandon, { once: true });
        void startWaiting();

        function settle(result: (() => void) | undefined): void {
          clearTimeout(timer);
          queue.delete(proceed);
          signal?.removeEventListener('abort', abandon);
          resolve(result);
        }
      });
    },
    refused: () => refused,
    /** True if a request came within the last moment and is not through yet. */
    isBusy: () => running + queue.size > 0 && performance.now() - enteredAt < moment,
  };

  /** Runs as long as a render waits. */
  async function startWaiting(): Promise<void> {
    if (isStarting) return;
    isStarting = true;
    while (queue.size > 0) {
      if (!(await hasPlace())) continue;
      await untilQuiet(arrivals, intake);
      if (first !== undefined) await untilThrough(first);
      do startNext();
      while (queue.size > 0 && running < steady);
    }
    isStarting = false;
  }

  async function hasPlace(): Promise<boolean> {
    if (running < steady) return true;
    const before = performance.eventLoopUtilization();
    await Promise.race([left.promise, sleep(growEvery)]);
    if (running < steady) return true;
    return running < limits.running && performance.eventLoopUtilization(before).utilization < idleBelow;
  }

  function startNext(): void {
    const [proceed] = queue;
    if (proceed === undefined) return;
    running += 1;
    proceed();
  }

  function leave(): void {
    running -= 1;
    const told = left;
    left = Promise.withResolvers();
    told.resolve();
  }
}

async function untilThrough(first: { isBusy: () => boolean }): Promise<void> {
  const until = performance.now() + giveWay;
  while (first.isBusy() && performance.now() < until) await sleep(1);
}

/** Resolves when nothing arrived for two turns of the event loop, or after so many milliseconds. */
export async function untilQuiet(arrivals: () => number, milliseconds: number): Promise<void> {
  const until = performance.now() + milliseconds;
  let seen = arrivals();
  for (let quiet = 0; quiet < quietTurns && performance.now() < until;) {
    await nextTurn();
    const now = arrivals();
    quiet = now === seen ? quiet + 1 : 0;
    seen = now;
  }
}

/** Does the work and gives the place back when it is done; work that hears no signal loses it at the time-out. */
export async function withinPlace<Result>(
  leave: () => void,
  milliseconds: number,
  work: (timeout: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const timeout = new AbortController();
  try {
    const done = await within(
      milliseconds,
      work(timeout.signal).then((result) => ({ result })),
    );
    if (done !== undefined) return done.result;
    const tooLong = new Error('The render took too long.');
    timeout.abort(tooLong);
    throw tooLong;
  } finally {
    leave();
  }
}
