import { fork, type ChildProcess } from 'node:child_process';
import { setPriority } from 'node:os';

export type WorkerLimits = {
  workers: number;
  /** Maximum number of waiting jobs; further ones are rejected as busy. */
  waiting: number;
  /** Milliseconds after which a job is abandoned and its process ended. */
  milliseconds: number;
  /** Milliseconds after which an idle process ends, to free its memory. */
  idleMilliseconds: number;
  heapMegabytes: number;
};

/** The result of a job; `ended` when its process crashed or was ended, after which the job is not tried again. */
type JobEnd<Result> = { result: Result } | 'busy' | 'ended';

type PendingJob<Job, Result> = { job: Job; milliseconds: number; settle: (end: JobEnd<Result>) => void };

type Worker<Job, Result> = {
  child: ChildProcess;
  running: PendingJob<Job, Result> | null;
  /** It uses too much memory, was idle for long or too slow: it ends, and gets no job any more. */
  mustEnd: boolean;
  timer: NodeJS.Timeout | undefined;
};

/**
 * A few processes of low priority, started when there is work: what is hostile can end one of them, never the site.
 * @param file the program of a process; it calls `answerJobs`
 * @param chooseNext the index of the waiting job that runs next; -1 while none may
 */
export function createWorkerProcesses<Job, Result>(
  file: string,
  limits: WorkerLimits,
  chooseNext: (waiting: readonly Job[], running: readonly Job[]) => number = () => 0,
) {
  const workers = new Set<Worker<Job, Result>>();
  const queue: PendingJob<Job, Result>[] = [];
  let isClosed = false;

  return {
    submit(job: Job, milliseconds: number = limits.milliseconds): Promise<JobEnd<Result>> {
      return new Promise((settle) => {
        if (isClosed || queue.length >= limits.waiting) return settle('busy');
        queue.push({ job, milliseconds, settle });
        dispatch();
      });
    },
    async close(): Promise<void> {
      isClosed = true;
      for (const pending of queue.splice(0)) pending.settle('busy');
      const ended = [...workers].map(({ child }) => new Promise((resolve) => child.once('exit', resolve)));
      for (const { child } of workers) {
        child.ref();
        child.kill('SIGKILL');
      }
      await Promise.all(ended);
    },
  };

  function dispatch(): void {
    while (queue.length > 0) {
      const running = [...workers].flatMap((worker) => worker.running?.job ?? []);
      const next = chooseNext(
        queue.map(({ job }) => job),
        running,
      );
      const worker = next === -1 ? undefined : freeWorker();
      const [pending] = worker === undefined ? [] : queue.splice(next, 1);
      if (worker === undefined || pending === undefined) return;
      if (worker === null) pending.settle('busy');
      else run(worker, pending);
    }
  }

  /** @returns undefined while all are busy; null when the machine starts no process now */
  function freeWorker(): Worker<Job, Result> | null | undefined {
    const idle = [...workers].find(({ running, mustEnd }) => running === null && !mustEnd);
    return idle ?? (workers.size < limits.workers ? spawnWorker() : undefined);
  }

  function run(worker: Worker<Job, Result>, pending: PendingJob<Job, Result>): void {
    clearTimeout(worker.timer);
    worker.running = pending;
    worker.timer = setTimeout(end, pending.milliseconds, worker);
    worker.child.once('message', ({ result, mustEnd }: { result: Result; mustEnd: boolean }) => {
      worker.running = null;
      clearTimeout(worker.timer);
      if (mustEnd) end(worker);
      else worker.timer = setTimeout(end, limits.idleMilliseconds, worker).unref();
      pending.settle({ result });
      dispatch();
    });
    worker.child.send({ job: pending.job });
  }

  /** Its end takes a moment, in which it must not get a job. */
  function end(worker: Worker<Job, Result>): void {
    worker.mustEnd = true;
    worker.child.kill('SIGKILL');
  }

  function spawnWorker(): Worker<Job, Result> | null {
    const child = forkApart(file, limits);
    if (child === null) return null;
    const worker: Worker<Job, Result> = { child, running: null, mustEnd: false, timer: undefined };
    workers.add(worker);
    child.once('exit', () => {
      workers.delete(worker);
      clearTimeout(worker.timer);
      worker.running?.settle(isClosed ? 'busy' : 'ended');
      worker.running = null;
      if (!isClosed) dispatch();
    });
    return worker;
  }
}

/** A process that does not keep this one running; null when the machine has no process, memory or file left for it. */
function forkApart(file: string, limits: WorkerLimits): ChildProcess | null {
  try {
    const child = forkLimited(file, limits);
    child.on('error', () => child.kill('SIGKILL'));
    if (child.pid === undefined) return null;
    lowerPriority(child.pid);
    child.unref();
    child.channel?.unref();
    return child;
  } catch {
    return null;
  }
}

function forkLimited(file: string, { heapMegabytes }: WorkerLimits): ChildProcess {
  return fork(file, {
    // A hostile file may take over that process, so it gets no secret of this one.
    env: {
      MALLOC_ARENA_MAX: '2',
      UV_THREADPOOL_SIZE: '2',
      NODE_ENV: 'production',
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    },
    // With V8's own young generation a process that works on long texts holds twice the memory.
    execArgv: [`--max-old-space-size=${heapMegabytes}`, '--max-semi-space-size=4'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

/** Lower than the pages, but not the lowest: a visitor may wait for the image on a busy machine. */
const lowPriority = 5;

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, lowPriority);
  } catch {
    // The process has ended already, or the machine does not allow it.
  }
}
