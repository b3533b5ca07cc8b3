import { fork, type ChildProcess } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';

import { invalid } from '#domain/errors.ts';
import { StorageError, type ImageProcessor } from '#domain/images/image-services.ts';
import { tooLong, type ImageJobResult, type ImageJob } from './image-job.ts';

const ordinaryLimits = {
  /** Number of images processed at once, each in a process of its own. */
  workers: 2,
  /** Maximum number of waiting images; further ones are rejected as busy. */
  waiting: 200,
  /** Milliseconds after which an image is abandoned and its process ended. */
  milliseconds: 40_000,
  /** Milliseconds after which an idle process ends, to free its memory. */
  idleMilliseconds: 30_000,
};

type PendingJob = {
  job: ImageJob;
  resolve: (result: ImageJobResult) => void;
  reject: (error: unknown) => void;
};

type Worker = {
  child: ChildProcess;
  /** The job that it runs; null while it is idle. */
  running: PendingJob | null;
  /** It uses too much memory and is ended instead of reused. */
  mustEnd: boolean;
  timer: NodeJS.Timeout | undefined;
};

/** Images decoded and encoded by `sharp` in a few processes of low priority, started when there is work. */
export function createImageProcessor(overrides: Partial<typeof ordinaryLimits> = {}): ImageProcessor {
  const limits = { ...ordinaryLimits, ...overrides };
  const workers = new Set<Worker>();
  const queue: PendingJob[] = [];
  let isClosed = false;

  return {
    async prepare(file, into, takes = { svg: false }) {
      const result = await submit({ kind: 'prepare', file, into, takesSvg: takes.svg });
      if (result.kind !== 'prepared') throw errorOf(result);
      const { kind: _kind, ...prepared } = result;
      return prepared;
    },
    async resize(file, into, { own, ...wanted }) {
      const result = await submit({ kind: 'resize', file, into, own, wanted });
      if (result.kind !== 'resized') throw errorOf(result);
      return result.type;
    },
    async close() {
      isClosed = true;
      for (const pending of queue.splice(0)) pending.reject(new StorageError('busy'));
      const ended = [...workers].map(({ child }) => new Promise((resolve) => child.once('exit', resolve)));
      for (const { child } of workers) {
        child.ref();
        child.kill('SIGKILL');
      }
      await Promise.all(ended);
    },
  };

  function submit(job: ImageJob): Promise<ImageJobResult> {
    return new Promise((resolve, reject) => {
      if (isClosed || queue.length >= limits.waiting) return reject(new StorageError('busy'));
      queue.push({ job, resolve, reject });
      dispatch();
    });
  }

  function dispatch(): void {
    while (queue.length > 0) {
      const next = nextIndex();
      const worker = next === -1 ? undefined : freeWorker();
      const [pending] = worker ? queue.splice(next, 1) : [];
      if (!worker || !pending) return;
      run(worker, pending);
    }
  }

  function freeWorker(): Worker | undefined {
    const idle = [...workers].find(({ running, mustEnd }) => running === null && !mustEnd);
    return idle ?? (workers.size < limits.workers ? spawnWorker() : undefined);
  }

  /**
   * The index in the queue of the next job; -1 for none. Uploads first, because an editor is watching their progress; but
   * one at a time, because an uploaded image may need ten times the memory of a stored one, and so that a reader never
   * waits behind several uploads.
   */
  function nextIndex(): number {
    const isPreparing = [...workers].some(({ running }) => running?.job.kind === 'prepare');
    const upload = isPreparing ? -1 : queue.findIndex(({ job }) => job.kind === 'prepare');
    return upload === -1 ? queue.findIndex(({ job }) => job.kind === 'resize') : upload;
  }

  function run(worker: Worker, pending: PendingJob): void {
    clearTimeout(worker.timer);
    worker.running = pending;
    worker.timer = setTimeout(() => worker.child.kill('SIGKILL'), limits.milliseconds);
    worker.child.once('message', ({ result, mustEnd }: { result: ImageJobResult; mustEnd: boolean }) => {
      worker.running = null;
      worker.mustEnd = mustEnd;
      clearTimeout(worker.timer);
      if (mustEnd) worker.child.kill('SIGKILL');
      else worker.timer = setTimeout(() => worker.child.kill('SIGKILL'), limits.idleMilliseconds).unref();
      pending.resolve(result);
      dispatch();
    });
    worker.child.send(pending.job);
  }

  function spawnWorker(): Worker {
    const child = fork(fileURLToPath(new URL('image-worker.ts', import.meta.url)), {
      // A hostile file may take over that process, so it gets no secret of this one.
      env: { MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '2', NODE_ENV: 'production' },
      execArgv: ['--max-old-space-size=128'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const worker: Worker = { child, running: null, mustEnd: false, timer: undefined };
    workers.add(worker);
    if (child.pid !== undefined) lowerPriority(child.pid);
    child.on('error', () => child.kill('SIGKILL'));
    child.once('exit', () => {
      workers.delete(worker);
      clearTimeout(worker.timer);
      const { running } = worker;
      worker.running = null;
      if (running) {
        // The image crashed the process or took too long: it is not tried again.
        void rm(running.job.into, { force: true }).catch(() => {});
        running.resolve({ kind: 'refused', message: tooLong });
      }
      if (!isClosed) dispatch();
    });
    child.unref();
    child.channel?.unref();
    return worker;
  }
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

function errorOf(result: ImageJobResult): Error {
  if (result.kind === 'refused') return invalid(result.message);
  if (result.kind === 'failed') return new StorageError(result.reason, { cause: new Error(result.message) });
  return new Error(`An image process answered with ${result.kind}.`);
}
