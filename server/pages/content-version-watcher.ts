import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Logger } from '#adapters/log.ts';

/** The state of the published content, from one cheap statement. */
export interface ContentVersion {
  /** Changes with every write that a public page could show. */
  readonly version: string;
  /** Until the next scheduled post becomes public, by the database's clock; null when none waits. */
  readonly millisecondsUntilDue: number | null;
}

/** Decision: nothing shown to a visitor is older than this while the database can be asked. */
const MAXIMUM_AGE = 1000;
const CHECK_EVERY = 500;
/** How long one visitor waits for the database before the last good copy is shown. */
const VISITOR_WAIT = 150;
const CHECK_TIMEOUT = 1000;
/** After a failure no request waits again for this long. */
const REMEMBER_FAILURE = 1000;
/** The next due moment as told by two checks differs by their round trips; by more only when a clock was set. */
const DUE_TOLERANCE = 1000;

export interface ContentVersionWatcher {
  /** Whether what was kept is known to be true now, without asking. */
  isCurrent(): boolean;
  /**
   * The same, asking the database when needed (one question at a time, however many wait). False: the database did not
   * answer in time, so it is unknown.
   */
  confirm(): Promise<boolean>;
  /** A number for the present state of the content; a page begun under another number must not be kept. */
  epoch(): number;
  /** Something was written by this process: the present state ends at once. */
  contentChanged(): void;
  /**
   * Begins the background checks, if no visitor did before. They go on without visitors, so that what was withdrawn
   * elsewhere is known before the database may be lost.
   */
  start(): void;
  /** Ends the background checks. */
  stop(): void;
}

/**
 * Knows whether kept pages are still true. Times are on the monotonic clock; an answer counts from the moment its
 * question was asked. A scheduled post ends the state at its exact moment even if nothing is written; while the
 * database cannot be asked it does not, because then there is nothing newer to show.
 *
 * @param options.check asks the database; rejects when it is down
 * @param options.onEnd called when the present state ends: what was kept is not known to be true any more; with the
 *   version of the new state where the database has told it
 */
export function createContentVersionWatcher(options: {
  check(): Promise<ContentVersion>;
  onEnd(version: string | undefined): void;
  log: Logger;
}): ContentVersionWatcher {
  let version: string | undefined;
  let confirmedAt = -Infinity;
  let dueAt = Infinity;
  let epoch = 0;
  let inFlight: Promise<boolean> | undefined;
  let lastCheckAt = -Infinity;
  let failedUntil = -Infinity;
  let isDown = false;
  let timer: NodeJS.Timeout | undefined;
  let hasStopped = false;

  return {
    isCurrent,
    confirm,
    epoch: () => epoch,
    contentChanged: () => end(undefined),
    start() {
      start();
      void check();
    },
    stop() {
      hasStopped = true;
      clearInterval(timer);
    },
  };

  function isCurrent(): boolean {
    const now = performance.now();
    start();
    return now - confirmedAt <= MAXIMUM_AGE && now < dueAt;
  }

  async function confirm(): Promise<boolean> {
    const deadline = performance.now() + VISITOR_WAIT;
    while (!isCurrent()) {
      const now = performance.now();
      if (now < failedUntil) {
        if (inFlight === undefined && now - lastCheckAt >= CHECK_EVERY) void check();
        return false;
      }
      if (now >= deadline) return false;
      if (!(await within(deadline - now, check()))) {
        failedUntil = Math.max(failedUntil, performance.now() + REMEMBER_FAILURE);
        return false;
      }
    }
    return true;
  }

  /** Resolves to whether the database answered; never rejects. */
  function check(): Promise<boolean> {
    if (inFlight !== undefined) return inFlight;
    const askedAt = performance.now();
    lastCheckAt = askedAt;
    const asked = answerOf(options.check).then(
      (answer) => {
        accept(answer, askedAt);
        return true;
      },
      (error: unknown) => {
        failedUntil = performance.now() + REMEMBER_FAILURE;
        if (!isDown) options.log.warn('The database does not answer; showing the last good pages', { error });
        isDown = true;
        return false;
      },
    );
    inFlight = asked.finally(() => {
      inFlight = undefined;
    });
    return inFlight;
  }

  function accept(answer: ContentVersion, askedAt: number): void {
    const answeredAt = performance.now();
    const nextDueAt =
      answer.millisecondsUntilDue === null ? Infinity : askedAt + Math.max(0, answer.millisecondsUntilDue);
    const hasEnded =
      answer.version !== version || dueAt <= answeredAt || Math.abs(nextDueAt - dueAt) > DUE_TOLERANCE;
    version = answer.version;
    confirmedAt = askedAt;
    dueAt = nextDueAt;
    failedUntil = -Infinity;
    if (isDown) options.log.info('The database answers again');
    isDown = false;
    if (hasEnded) end(version);
  }

  function end(known: string | undefined): void {
    epoch += 1;
    options.onEnd(known);
  }

  function start(): void {
    if (timer !== undefined || hasStopped) return;
    timer = setInterval(() => void check(), CHECK_EVERY);
    timer.unref();
  }
}

/** A question that gets no answer must not stand in the way of the next one. */
function answerOf(ask: () => Promise<ContentVersion>): Promise<ContentVersion> {
  return new Promise((resolve, reject) => {
    const timeout = setTimeout(
      () => reject(new Error('The database did not answer in time.')),
      CHECK_TIMEOUT,
    );
    timeout.unref();
    Promise.resolve()
      .then(ask)
      .then(resolve, reject)
      .finally(() => clearTimeout(timeout));
  });
}

async function within(milliseconds: number, answer: Promise<boolean>): Promise<boolean> {
  let timeout: NodeJS.Timeout | undefined;
  let isSettled = false;
  void answer.then(() => (isSettled = true));
  const timedOut = new Promise<false>((resolve) => {
    timeout = setTimeout(resolve, milliseconds, false);
  });
  const first = await Promise.race([answer, timedOut]);
  clearTimeout(timeout);
  if (first || isSettled) return first;
  // After a busy spell timers run before the answer that has already arrived is read: read it first.
  await nextTurn();
  return isSettled ? answer : false;
}
