import { DatabaseUnavailable, noAnswer } from './database-error.ts';

/** Releases what was acquired; further calls do nothing. */
export type Release = () => void;

/**
 * A semaphore that `count` callers hold at once, first come, first served.
 * @param timeoutMilliseconds after which a waiting caller gets DatabaseUnavailable
 */
export function createSemaphore(count: number, timeoutMilliseconds: number): () => Promise<Release> {
  let free = count;
  const waiting: (() => void)[] = [];

  const release = () => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };
  const wait = () =>
    new Promise<void>((resolve, reject) => {
      const acquired = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(acquired), 1);
        reject(new DatabaseUnavailable('away', noAnswer));
      }, timeoutMilliseconds);
      waiting.push(acquired);
    });

  return async () => {
    if (free > 0) free -= 1;
    else await wait();
    let isReleased = false;
    return () => {
      if (!isReleased) release();
      isReleased = true;
    };
  };
}
