import type { Logger } from '#adapters/log.ts';

export type RepeatedJob = {
  /** Runs it soon, also while it runs: then once more afterwards. */
  wake: () => void;
  /** Resolves when the run at hand is over; none begins afterwards. */
  stop: () => Promise<void>;
};

/**
 * Work that the process does by itself: at the start, and then again and again. A run that fails is followed by the next
 * one as if nothing had been; the log is told of the first that fails and of the first that succeeds again.
 */
export function repeatJob(options: {
  /** For the log. */
  name: string;
  everyMilliseconds: number;
  /** How many runs there may be at once, each for itself; one without it. */
  atOnce?: number;
  run: (signal: AbortSignal) => Promise<void>;
  log: Logger;
}): RepeatedJob {
  const stopping = new AbortController();
  let isFailing = false;
  const workers = Array.from({ length: options.atOnce ?? 1 }, () => createWorker(run, stopping.signal));
  const wake = () => workers.forEach((worker) => worker.wake());

  async function run(): Promise<void> {
    try {
      await options.run(stopping.signal);
      if (isFailing) options.log.info(`${options.name} works again`);
      isFailing = false;
    } catch (error) {
      if (stopping.signal.aborted || isFailing) return;
      options.log.warn(`${options.name} failed; it is tried again`, { error });
      isFailing = true;
    }
  }

  const timer = setInterval(wake, options.everyMilliseconds);
  timer.unref();
  wake();

  return {
    wake,
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await Promise.all(workers.map((worker) => worker.idle()));
    },
  };
}

/** One run after the other, as long as somebody wants one. */
function createWorker(run: () => Promise<void>, stopping: AbortSignal) {
  let isWanted = false;
  let running: Promise<void> | null = null;

  async function work(): Promise<void> {
    while (isWanted && !stopping.aborted) {
      isWanted = false;
      await run();
    }
    // In the same breath as the last look: whoever wakes it from now on starts it anew.
    running = null;
  }

  return {
    wake() {
      isWanted = true;
      running ??= work();
    },
    /** Resolves when the run at hand is over. */
    idle: async () => void (await running),
  };
}
