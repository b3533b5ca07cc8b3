import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import type { Logger } from '#adapters/log.ts';
import type { LogLines } from '#adapters/log-lines.ts';
import { StartError } from '../database.ts';
import type { MetricSnapshot } from '../metrics/metrics.ts';
import { finishesWithin } from '../shutdown.ts';
import { forwardLines } from './forward-lines.ts';
import {
  listenVariable,
  parseMessageToPrimary,
  placeVariable,
  type MessageToPrimary,
  type MessageToWorker,
  type SentCopy,
} from './messages.ts';
import { createRestartDelay } from './restart-delay.ts';
import { createWorkerMetrics } from './worker-metrics.ts';

/** The processes that answer requests. */
export type WorkerSet = {
  /** Starts all of them. They take connections and answer what needs no database. */
  start(): void;
  /** The database is open. Resolves when every worker answers everything. @throws StartError when one cannot start. */
  open(): Promise<void>;
  /** Content was changed by this process; resolves when nothing from before can be shown by any worker. */
  contentChanged(): Promise<void>;
  /** What the workers have counted, those that have ended too. */
  measure(): Promise<MetricSnapshot[]>;
  /** Puts a new process in the place of each, one by one: the old one ends when the new one answers. Never rejects. */
  renew(): Promise<void>;
  stop(): Promise<void>;
};

type Member = {
  readonly place: number;
  readonly worker: Worker;
  readonly startedAt: number;
  readonly ready: PromiseWithResolvers<void>;
  readonly gone: PromiseWithResolvers<void>;
  /** Questions that it has not answered yet, by their ids; null when it ended before. */
  readonly questions: Map<number, (answer: MessageToPrimary | null) => void>;
  hears: boolean;
  /** It is to end, or was never counted on: nothing takes its place. */
  isLeaving: boolean;
};

/** Milliseconds that a change waits for the workers: who does not answer is not showing anything either. */
const SETTLE_WITHIN = 1_500;
/** Milliseconds; a visitor waits for it. */
const COPY_WITHIN = 500;
const READY_WITHIN = 60_000;
/** Milliseconds; a worker needs less, and is killed after them. */
const RETIRE_WITHIN = 20_000;
const STOP_WORKERS_WITHIN = 9_000;
/** MB of a worker's heap for young objects: more would be faster by little and take three times as much memory. */
const YOUNG_HEAP = 4;
/**
 * MB of a worker's heap for other objects. The smaller this limit, the smaller the garbage that Node lets gather before it
 * collects; to clean the largest body takes half of it.
 */
const OLD_HEAP = 1024;

/**
 * Starts workers and keeps their number: one that ends by itself is replaced at once, and after some time if it keeps
 * ending. They share one listening socket, which the kernel keeps while workers come and go; a connection is taken by the
 * worker that is free first.
 *
 * @param options.environment in addition to this process's
 * @param options.lines where the lines of the workers' logs go
 * @param options.distrustPages has no copy of a page that the worker at a place has kept shown after a restart
 */
export function createWorkerSet(options: {
  count: number;
  environment: Readonly<Record<string, string>>;
  lines: LogLines;
  log: Logger;
  outboxFilled: () => void;
  /** One ended, or said why it cannot start, before all were ready. */
  startFailed: (why: StartError) => void;
  distrustPages: (place: number) => Promise<void>;
}): WorkerSet {
  const { log } = options;
  const members = new Set<Member>();
  const first: Member[] = [];
  const restartDelay = createRestartDelay();
  let isOpen = false;
  let isServing = false;
  let isStopping = false;
  let renewal: Promise<void> | null = null;
  let lastQuestion = 0;
  const metrics = createWorkerMetrics<Member>((member, id) => send(member, { kind: 'measure', id }));

  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({
    exec: fileURLToPath(new URL('worker.ts', import.meta.url)),
    args: [],
    execArgv: [
      ...process.execArgv,
      `--max-semi-space-size=${YOUNG_HEAP}`,
      `--max-old-space-size=${OLD_HEAP}`,
    ],
    silent: true,
  });

  function add(place: number): Member {
    const worker = cluster.fork({
      ...options.environment,
      // Otherwise glibc keeps freed memory apart for each thread.
      MALLOC_ARENA_MAX: '2',
      [placeVariable]: String(place),
      [listenVariable]: isServing ? '' : 'yes',
    });
    const member: Member = {
      place,
      worker,
      startedAt: performance.now(),
      questions: new Map(),
      ready: Promise.withResolvers<void>(),
      gone: Promise.withResolvers<void>(),
      hears: false,
      isLeaving: false,
    };
    members.add(member);
    // What waits for it gets the error.
    member.ready.promise.catch(() => {});
    const { stdout, stderr } = worker.process;
    if (stdout) forwardLines(stdout, options.lines.write);
    stderr?.pipe(process.stderr, { end: false });
    worker.on('error', () => {});
    worker.on('message', (message: unknown) => {
      const parsed = parseMessageToPrimary(message);
      if (parsed) receive(member, parsed);
    });
    worker.once('exit', (code, signal) => leave(member, { code, signal }));
    return member;
  }

  function receive(member: Member, message: MessageToPrimary): void {
    switch (message.kind) {
      case 'hears':
        member.hears = true;
        if (isOpen) send(member, { kind: 'open' });
        return;
      case 'ready':
        return member.ready.resolve();
      case 'failed':
        if (!isServing) options.startFailed(new StartError(message.message));
        else log.error('A worker cannot start', { worker: member.place, reason: message.message });
        return;
      case 'outbox-filled':
        return options.outboxFilled();
      case 'content-changed':
        return void settle(member).then(() => send(member, { kind: 'settled', id: message.id }));
      case 'settled':
      case 'copy':
        return member.questions.get(message.id)?.(message);
      case 'copy-wanted':
        return void findCopy(member, message.address).then((copy) =>
          send(member, { kind: 'copy', id: message.id, copy }),
        );
      case 'metrics':
        return metrics.answered(member, message.id, message.snapshot);
    }
  }

  function leave(member: Member, how: { code: number | null; signal: string | null }): void {
    members.delete(member);
    member.hears = false;
    for (const answer of member.questions.values()) answer(null);
    metrics.ended(member);
    const failure = new StartError('A process that answers requests ended during its start.');
    member.ready.reject(failure);
    member.gone.resolve();
    if (!isServing && !isStopping) options.startFailed(failure);
    if (isStopping || member.isLeaving || !isServing) return;
    const { place } = member;
    const delay = restartDelay(place, performance.now() - member.startedAt);
    const fields = { worker: place, ...how, pid: member.worker.process.pid, replacedInMilliseconds: delay };
    if (delay === 0) log.warn('A worker ended by itself', fields);
    else log.error('A worker keeps ending soon after its start', fields);
    setTimeout(() => {
      if (!isStopping) add(place);
    }, delay);
  }

  /** Has every worker but one read what has changed; copies on disk are settled or count for nothing. */
  async function settle(by: Member | null): Promise<void> {
    const places = new Set(Array.from({ length: options.count }, (_, place) => place));
    if (by) places.delete(by.place);
    const answers = othersThan(by).map(async (member) => {
      const answer = await ask(member, (id) => ({ kind: 'content-changed', id }), SETTLE_WITHIN);
      if (answer) places.delete(member.place);
    });
    await Promise.all(answers);
    for (const place of places) {
      await options.distrustPages(place).catch((error: unknown) => {
        log.error('What was withdrawn could not be removed from the copies of pages in DATA_DIR', { error });
      });
    }
  }

  async function findCopy(by: Member, address: string): Promise<SentCopy> {
    for (const member of othersThan(by)) {
      const answer = await ask(member, (id) => ({ kind: 'copy-wanted', id, address }), COPY_WITHIN);
      if (answer?.kind === 'copy' && answer.copy) return answer.copy;
    }
    return null;
  }

  function othersThan(one: Member | null): Member[] {
    return [...members].filter((member) => member !== one && member.hears);
  }

  /** Resolves to null when it does not answer in time. */
  async function ask(
    member: Member,
    question: (id: number) => MessageToWorker,
    milliseconds: number,
  ): Promise<MessageToPrimary | null> {
    const id = (lastQuestion += 1);
    const answered = Promise.withResolvers<MessageToPrimary | null>();
    const timer = setTimeout(() => answered.resolve(null), milliseconds);
    member.questions.set(id, answered.resolve);
    send(member, question(id));
    const answer = await answered.promise;
    clearTimeout(timer);
    member.questions.delete(id);
    return answer;
  }

  async function renewAll(): Promise<void> {
    for (let place = 0; place < options.count; place += 1) {
      if (isStopping || !(await renewAt(place))) return;
    }
    log.info('The workers were renewed', { workers: options.count });
  }

  async function renewAt(place: number): Promise<boolean> {
    const before = [...members].filter((member) => member.place === place);
    const fresh = add(place);
    // Nothing takes its place before it has taken that of the one before.
    fresh.isLeaving = true;
    const isReady = Promise.race([
      fresh.ready.promise.then(() => true),
      sleep(READY_WITHIN, false, { ref: false }),
    ]);
    if (!(await isReady.catch(() => false))) {
      log.error('A worker could not be renewed; the ones before go on', { worker: place });
      fresh.worker.process.kill('SIGKILL');
      return false;
    }
    fresh.isLeaving = false;
    await Promise.all(before.map((member) => end(member, { kind: 'retire' }, RETIRE_WITHIN)));
    return true;
  }

  async function end(member: Member, message: MessageToWorker, milliseconds: number): Promise<void> {
    member.isLeaving = true;
    send(member, message);
    // One that does not hear yet has nothing to finish.
    if (member.hears) {
      if (await finishesWithin(milliseconds, member.gone.promise)) return;
      log.warn('A worker did not end in time', { worker: member.place });
    }
    member.worker.process.kill('SIGKILL');
    await member.gone.promise;
  }

  return {
    start() {
      for (let place = 0; place < options.count; place += 1) first.push(add(place));
    },
    async open() {
      isOpen = true;
      for (const member of members) if (member.hears) send(member, { kind: 'open' });
      await Promise.all(first.map(({ ready }) => ready.promise));
      isServing = true;
    },
    contentChanged: () => settle(null),
    measure: () => metrics.gather([...members].filter(({ hears }) => hears)),
    renew: () => (renewal ??= renewAll().finally(() => (renewal = null))),
    async stop() {
      isStopping = true;
      await Promise.all([...members].map((member) => end(member, { kind: 'stop' }, STOP_WORKERS_WITHIN)));
    },
  };
}

function send({ worker }: Member, message: MessageToWorker): void {
  // One that has just ended is noticed by its exit.
  if (worker.isConnected()) worker.send(message, () => {});
}
