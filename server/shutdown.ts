import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

import type { App } from './http/app.ts';

const SWEEP_EVERY = 50;

/** A stop ends within so many milliseconds, also on a disk that is slow: container managers kill soon after. */
export const STOP_WITHIN = 14_000;
/** Of a stop, for jobs and views that are being written. Milliseconds. */
export const WORK_WITHIN = 1_500;
/** When nothing of it has helped, the process ends all the same. */
export const STOP_AT_LAST = 15_000;

/** Whether the work is done in time; a failure counts as done. */
export async function finishesWithin(milliseconds: number, work: Promise<unknown>): Promise<boolean> {
  const giveUp = new AbortController();
  const isDone = await Promise.race([
    work.then(
      () => true,
      () => true,
    ),
    pause(milliseconds, false, { signal: giveUp.signal }).catch(() => false),
  ]);
  giveUp.abort();
  return isDone;
}

/**
 * Stops in the order that loses nothing: say "not ready" while still serving, take no new connections, let what was
 * accepted finish, cut what does not.
 *
 * @param wait.noticeMilliseconds how long a proxy gets to see that we are not ready
 * @param wait.graceMilliseconds how long accepted requests get to finish
 * @returns whether everything finished by itself
 */
export async function stopServer(
  server: Server,
  app: App,
  wait: { noticeMilliseconds: number; graceMilliseconds: number } = {
    noticeMilliseconds: 500,
    graceMilliseconds: 6_000,
  },
): Promise<boolean> {
  app.drain();
  await pause(wait.noticeMilliseconds);

  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  // A connection whose answer began before the drain was not told to close; it is idle once the answer is out.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_EVERY);
  const isClean = await finishesWithin(wait.graceMilliseconds, closed);
  clearInterval(sweep);
  if (!isClean) server.closeAllConnections();
  app.close();
  return isClean;
}
