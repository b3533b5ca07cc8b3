import type { Logger } from '#adapters/log.ts';

export type RepeatedJob = ReturnType<typeof repeatJob>;

export type Job = {
  /** For the log. */
  readonly name: string;
  readonly everyMilliseconds: number;
  /** How many runs there may be at once; 1 by default. */
  readonly atOnce?: number;
  /** `stopping` is aborted when the process stops. */
  run(stopping: AbortSignal): Promise<unknown>;
};

/**
 * Runs a job at the start and then again and again. A run that fails does not stop the next one; the first failure and
 * the first success after it are logged.
 * @param begin tells of the beginning of a run, and returns what tells of its end
 */
export function repeatJob(job: Job, log: Logger, begin: () => (isSuccess: boolean) => void = () => () => {}) {
  const stopping = new AbortController();
  let isFailing = false;
  const workers = Array.from({ length: job.atOnce ?? 1 }, () => createWorker(run, stopping.signal));
  const wake = () => workers.forEach((worker) => worker.wake());

  async function run(): Promise<void> {
    const end = begin();
    try {
      await job.run(stopping.signal);
      end(true);
      if (isFailing) log.info(`${job.name} works again`);
      isFailing = false;
    } catch (error) {
      end(false);
      if (stopping.signal.aborted || isFailing) return;
      log.warn(`${job.name} failed; it is tried again`, { error });
      isFailing = true;
    }
  }

  const timer = setInterval(wake, job.everyMilliseconds);
  timer.unref();
  wake();

  return {
    /** Runs it soon; during a run: once more afterwards. */
    wake,
    /** Resolves when the current run is over; none starts afterwards. */
    async stop(): Promise<void> {
      clearInterval(timer);
      stopping.abort();
      await Promise.all(workers.map((worker) => worker.idle()));
    },
  };
}

/** One run after the other, as long as one is requested. */
function createWorker(run: () => Promise<void>, stopping: AbortSignal) {
  let isRequested = false;
  let running: Promise<void> | null = null;

  async function work(): Promise<void> {
    while (isRequested && !stopping.aborted) {
      isRequested = false;
      await run();
    }
    // In the same turn as the last check: a call of wake() from now on starts it again.
    running = null;
  }

  return {
    wake() {
      isRequested = true;
      running ??= work();
    },
    /** Resolves when the current run is over. */
    idle: async () => void (await running),
  };
}
