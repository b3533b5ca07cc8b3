import type { Logger } from '#adapters/log.ts';

export type RepeatedJob = {
  /** Runs it soon, also while it runs: then once more afterwards. */
  wake: () => void;
  /** Resolves when the run at hand is over; none begins afterwards. */
  stop: () => Promise<void>;
};

/**
 * Work that the process does by itself: at the start, and then again and again, never twice at once. A run that fails is
 * logged and the next one comes as if nothing had been.
 */
export function repeatJob(options: {
  /** For the log. */
  name: string;
  everyMilliseconds: number;
  run: (signal: AbortSignal) => Promise<void>;
  log: Logger;
}): RepeatedJob {
  const stopping = new AbortController();
  let isWanted = true;
  let running: Promise<void> | null = null;

  function wake(): void {
    isWanted = true;
    running ??= work();
  }

  async function work(): Promise<void> {
    while (isWanted && !stopping.signal.aborted) {
      isWanted = false;
      try {
        await options.run(stopping.signal);
      } catch (error) {
        if (!stopping.signal.aborted) options.log.warn(`${options.name} failed`, { error });
      }
    }
    // In the same breath as the last look: whoever wakes it from now on starts it anew.
    running = null;
  }

  const timer = setInterval(wake, options.everyMilliseconds);
  timer.unref();
  wake();

  return {
    wake,
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
}
