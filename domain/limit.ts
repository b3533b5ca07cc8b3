/** Runs work as soon as there is a place for it, in the order in which it came. */
export type Limit = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** @param places for work that runs at once */
export function createLimit(places: number): Limit {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= places) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // The place goes to the next in line, so that a newcomer does not pass those who wait.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
