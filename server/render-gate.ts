export interface RenderGate {
  /**
   * Waits for a place. Resolves to the function that gives it back (call it once), or to undefined when the queue is
   * full or the client has left: then nothing is to be rendered.
   */
  enter(signal?: AbortSignal): Promise<(() => void) | undefined>;
}

/**
 * Bounds the renders going on at once, so that under overload the accepted ones stay quick and the rest hear so at
 * once.
 */
export function createRenderGate(limits: { running: number; waiting: number }): RenderGate {
  let running = 0;
  const queue = new Set<() => void>();

  return {
    enter(signal) {
      if (signal?.aborted) return Promise.resolve(undefined);
      if (running < limits.running) {
        running += 1;
        return Promise.resolve(leave);
      }
      if (queue.size >= limits.waiting) return Promise.resolve(undefined);
      return new Promise((resolve) => {
        const proceed = () => {
          signal?.removeEventListener('abort', abandon);
          resolve(leave);
        };
        const abandon = () => {
          queue.delete(proceed);
          resolve(undefined);
        };
        queue.add(proceed);
        signal?.addEventListener('abort', abandon, { once: true });
      });
    },
  };

  function leave(): void {
    const [next] = queue;
    if (next === undefined) {
      running -= 1;
      return;
    }
    queue.delete(next);
    next();
  }
}

/** Does the work and gives the place back when it is done; work that hears no signal loses it at the time-out. */
export function withinPlace<Result>(
  leave: () => void,
  milliseconds: number,
  work: (timeout: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const timeout = new AbortController();
  return new Promise<Result>((resolve, reject) => {
    const timer = setTimeout(() => {
      const tooLong = new Error('The render took too long.');
      timeout.abort(tooLong);
      reject(tooLong);
    }, milliseconds);
    Promise.resolve(timeout.signal)
      .then(work)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  }).finally(leave);
}
