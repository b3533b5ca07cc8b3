import { DatabaseUnavailable, noAnswer } from './database-error.ts';

/** Releases a place; further calls do nothing. */
export type Leave = () => void;

/**
 * A semaphore with `count` places, first come, first served.
 * @param milliseconds after which a waiting caller gets DatabaseUnavailable
 */
export function createPlaces(count: number, milliseconds: number): () => Promise<Leave> {
  let free = count;
  const waiting: (() => void)[] = [];

  const leave = () => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };
  const wait = () =>
    new Promise<void>((resolve, reject) => {
      const enter = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(enter), 1);
        reject(new DatabaseUnavailable('away', noAnswer));
      }, milliseconds);
      waiting.push(enter);
    });

  return async () => {
    if (free > 0) free -= 1;
    else await wait();
    let hasLeft = false;
    return () => {
      if (!hasLeft) leave();
      hasLeft = true;
    };
  };
}
