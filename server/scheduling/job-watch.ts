/** The title of a job for people, and the longest time in minutes that a run of it takes. */
export type JobLimit = readonly [title: string, minutes: number];

type Watched = {
  name: string;
  limit: JobLimit;
  /** Milliseconds by the monotonic clock: when each run that goes on began, and the last success or the start. */
  begun: Set<{ at: number }>;
  succeededAt: number;
  everyMilliseconds: number;
};

export type JobWatch = ReturnType<typeof createJobWatch>;

/** Knows how long each job has been running and when it last succeeded, whatever else hangs. */
export function createJobWatch(now: () => number = () => performance.now()) {
  const jobs: Watched[] = [];

  return {
    /** Begins to watch a job. @returns the function to call at the beginning of each run; it returns that of its end. */
    watch(name: string, everyMilliseconds: number, limit: JobLimit) {
      const job: Watched = { name, limit, begun: new Set(), succeededAt: now(), everyMilliseconds };
      jobs.push(job);
      return () => {
        const run = { at: now() };
        job.begun.add(run);
        return (isSuccess: boolean) => {
          job.begun.delete(run);
          if (isSuccess) job.succeededAt = now();
        };
      };
    },
    /** Text about each job that is late, by name; null for the others. */
    problems: (): Record<string, string | null> =>
      Object.fromEntries(jobs.map((job) => [job.name, problemOf(job, now())])),
  };
}

function problemOf({ limit, begun, succeededAt, everyMilliseconds }: Watched, now: number): string | null {
  const [title, minutes] = limit;
  const milliseconds = minutes * 60_000;
  const isOut = [...begun].some(({ at }) => now - at >= milliseconds);
  if (isOut) return `${title} has not come back for ${minutes} minutes.`;
  // A running job is late by its longest time alone.
  const isFailing = begun.size === 0 && now - succeededAt >= milliseconds + everyMilliseconds;
  return isFailing ? `${title} has not succeeded for ${minutes} minutes.` : null;
}
