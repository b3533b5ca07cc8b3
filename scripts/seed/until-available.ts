import { setTimeout as sleep } from 'node:timers/promises';

import { isUnavailable } from '#db/database-error.ts';

/** Milliseconds. */
const maxWait = 10 * 60_000;

/** Does work that may be repeated again until the database, which may be busy with others, has room for it. */
export async function untilAvailable<Result>(
  work: () => Promise<Result>,
  announce: (line: string) => void,
  pauseMilliseconds = 1_000,
): Promise<Result> {
  const until = performance.now() + maxWait;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isUnavailable(error) || performance.now() > until) throw error;
      if (attempt === 1) announce('The database is busy. Waiting for it.');
      await sleep(pauseMilliseconds);
    }
  }
}
