import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

import type { App } from './app.ts';

const SWEEP_EVERY = 50;

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
    graceMilliseconds: 10_000,
  },
): Promise<boolean> {
  app.drain();
  await pause(wait.noticeMilliseconds);

  const closed = new Promise<true>((resolve) => server.close(() => resolve(true)));
  server.closeIdleConnections();
  // A connection whose answer began before the drain was not told to close; it is idle once the answer is out.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_EVERY);
  const giveUp = new AbortController();
  const isClean = await Promise.race([
    closed,
    pause(wait.graceMilliseconds, false, { signal: giveUp.signal }).catch(() => false),
  ]);
  giveUp.abort();
  clearInterval(sweep);
  if (!isClean) server.closeAllConnections();
  app.close();
  return isClean;
}
