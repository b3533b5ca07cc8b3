import { setImmediate as nextTurn } from 'node:timers/promises';

/** Resolves like `work`, or to undefined when that takes longer. Rejects when `work` does. */
export async function within<Result>(
  milliseconds: number,
  work: Promise<Result>,
): Promise<Result | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    // After a busy spell timers run before the answer that has already arrived is read: read it first.
    timer = setTimeout(() => void nextTurn(undefined).then(resolve), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** True if the work is done in time; a failure counts as done. */
export async function finishesWithin(milliseconds: number, work: Promise<unknown>): Promise<boolean> {
  const done = work.then(
    () => true,
    () => true,
  );
  return (await within(milliseconds, done)) ?? false;
}
