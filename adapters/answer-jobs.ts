import { flushCompileCache } from 'node:module';

/**
 * The other side of `createWorkerProcesses`, in a process of its own: runs each job that comes, which never rejects.
 * @param maxResidentBytes the process is ended when it uses more after a job
 */
export function answerJobs<Job>(run: (job: Job) => Promise<unknown>, maxResidentBytes = Infinity): void {
  process.on('message', ({ job }: { job: Job }) => void answer(job));
  process.on('disconnect', () => process.exit(0));
  // Ctrl-C reaches every process of the terminal; this one finishes its job, and the parent ends it.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

  async function answer(job: Job): Promise<void> {
    const result = await run(job);
    process.send?.({ result, mustEnd: process.memoryUsage.rss() > maxResidentBytes });
    // The process is killed, and would not write its compiled code at an ordinary end.
    flushCompileCache();
  }
}
