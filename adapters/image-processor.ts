import { fork, type ChildProcess } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';

import { invalid } from '#domain/errors.ts';
import { StorageError, type ImageProcessor } from '#domain/images/image-services.ts';
import { tooLong, type ImageJobResult, type ImageJob } from './image-job.ts';

export type ImageProcessorLimits = {
  /** Number of images processed at once, each in a process of its own. */
  workers: number;
  /** Maximum number of waiting images; further ones are rejected as busy. */
  waiting: number;
  /** Milliseconds after which an image is abandoned and its process ended. */
  milliseconds: number;
  /** Milliseconds after which an idle process ends, to free its memory. */
  idleMilliseconds: number;
};

const ordinaryLimits: ImageProcessorLimits = {
  workers: 2,
  waiting: 200,
  milliseconds: 40_000,
  idleMilliseconds: 30_000,
};

type Order = {
  job: ImageJob;
  resolve: (answer: ImageJobResult) => void;
  reject: (error: unknown) => void;
};

type Worker = {
  child: ChildProcess;
  order: Order | null;
  isSpent: boolean;
  timer: NodeJS.Timeout | undefined;
};

/** Images decoded and encoded by `sharp` in a few processes of low priority, started when there is work. */
export function createImageProcessor(overrides: Partial<ImageProcessorLimits> = {}): ImageProcessor {
  const limits = { ...ordinaryLimits, ...overrides };
  const workers = new Set<Worker>();
  const waiting: Order[] = [];
  let isClosed = false;
  let lastId = 0;

  return {
    async prepare(file, into) {
      const answer = await ask({ kind: 'prepare', file, into });
      if (answer.kind !== 'prepared') throw failureOf(answer);
      const { kind: _kind, ...prepared } = answer;
      return prepared;
    },
    async resize(file, into, { width, type, own }) {
      const answer = await ask({ kind: 'resize', file, into, width, type, own });
      if (answer.kind !== 'resized') throw failureOf(answer);
      return answer.type;
    },
    async close() {
      isClosed = true;
      for (const order of waiting.splice(0)) order.reject(new StorageError('busy'));
      const ended = [...workers].map(({ child }) => new Promise((resolve) => child.once('exit', resolve)));
      for (const { child } of workers) {
        child.ref();
        child.kill('SIGKILL');
      }
      await Promise.all(ended);
    },
  };

  function ask(job: ImageJob): Promise<ImageJobResult> {
    return new Promise((resolve, reject) => {
      if (isClosed || waiting.length >= limits.waiting) return reject(new StorageError('busy'));
      waiting.push({ job, resolve, reject });
      handOut();
    });
  }

  function handOut(): void {
    while (waiting.length > 0) {
      const next = nextInLine();
      const free = [...workers].find(({ order, isSpent }) => order === null && !isSpent);
      const worker = next === -1 ? undefined : (free ?? (workers.size < limits.workers ? hire() : undefined));
      const [order] = worker ? waiting.splice(next, 1) : [];
      if (!worker || !order) return;
      give(worker, order);
    }
  }

  /**
   * Uploads first, because an editor is watching their progress; but one at a time, because what is uploaded may need
   * ten times the memory of what is stored, and so that a reader never waits behind a row of them.
   */
  function nextInLine(): number {
    const isPreparing = [...workers].some(({ order }) => order?.job.kind === 'prepare');
    const upload = isPreparing ? -1 : waiting.findIndex(({ job }) => job.kind === 'prepare');
    return upload === -1 ? waiting.findIndex(({ job }) => job.kind === 'resize') : upload;
  }

  function give(worker: Worker, order: Order): void {
    const id = (lastId += 1);
    clearTimeout(worker.timer);
    worker.order = order;
    worker.timer = setTimeout(() => worker.child.kill('SIGKILL'), limits.milliseconds);
    worker.child.once('message', ({ reply, isSpent }: { reply: ImageJobResult; isSpent: boolean }) => {
      worker.order = null;
      worker.isSpent = isSpent;
      clearTimeout(worker.timer);
      if (isSpent) worker.child.kill('SIGKILL');
      else worker.timer = setTimeout(() => worker.child.kill('SIGKILL'), limits.idleMilliseconds).unref();
      order.resolve(reply);
      handOut();
    });
    worker.child.send({ id, job: order.job });
  }

  function hire(): Worker {
    const child = fork(fileURLToPath(new URL('image-worker.ts', import.meta.url)), {
      // A hostile file may take over that process, so it gets no secret of this one.
      env: { MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '2', NODE_ENV: 'production' },
      execArgv: ['--max-old-space-size=128'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const worker: Worker = { child, order: null, isSpent: false, timer: undefined };
    workers.add(worker);
    if (child.pid !== undefined) lowerPriority(child.pid);
    child.on('error', () => child.kill('SIGKILL'));
    child.once('exit', () => {
      workers.delete(worker);
      clearTimeout(worker.timer);
      const { order } = worker;
      worker.order = null;
      if (order) {
        // The image crashed the process or took too long: it is not tried again.
        void rm(order.job.into, { force: true }).catch(() => {});
        order.resolve({
          kind: 'refused',
          message: tooLong,
        });
      }
      if (!isClosed) handOut();
    });
    child.unref();
    child.channel?.unref();
    return worker;
  }
}

/** Pages come first; but an image that a visitor waits for is still made on a busy machine. */
const lowPriority = 5;

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, lowPriority);
  } catch {
    // The process has ended already, or the machine does not allow it.
  }
}

function failureOf(answer: ImageJobResult): Error {
  if (answer.kind === 'refused') return invalid(answer.message);
  if (answer.kind === 'failed') return new StorageError(answer.reason, { cause: new Error(answer.message) });
  return new Error(`An image process answered with ${answer.kind}.`);
}
