import type { Logger } from '#adapters/log.ts';

import { within } from '#db/within.ts';
import { isWithdrawal, mergeKeys, type ContentKeys } from './affected-pages.ts';

/** The state of the published content, from one cheap statement. */
export type ContentVersion = {
  /** Changes with every write that a public page could show. */
  readonly version: string;
  /** Keys of what changed since the version that was asked about; undefined: everything may have changed. */
  readonly changes?: readonly string[] | undefined;
  /** Until the next scheduled post becomes public, by the database's clock; null when none waits. */
  readonly millisecondsUntilDue: number | null;
  /** Until the moment after that at which another one becomes public; null when none waits. */
  readonly millisecondsUntilSecondDue?: number | null;
  /** Keys of what changes at that moment; undefined: everything. */
  readonly dueKeys?: readonly string[] | undefined;
};

/** A change of the content that this process has just read. */
export type ContentChange = {
  readonly keys: ContentKeys;
  /** Until when a page from before the change may be shown while it is rendered again, on the monotonic clock. */
  readonly staleUntil: number;
};

/** Decision: nothing shown to a visitor is older than this while the database can be asked. */
export const maximumAge = 1000;
const checkEvery = 500;
/** How long one visitor waits for the database before the last good copy is shown. */
const visitorWait = 150;
const checkTimeout = 1000;
/** After a failure no request waits again for this long. */
const rememberFailure = 1000;
/** The next due moment as told by two checks differs by their round trips; by more only when a clock was set. */
const dueTolerance = 1000;
const nothing: ContentKeys = new Set();

export type ContentVersionWatcher = ReturnType<typeof createContentVersionWatcher>;

/**
 * Learns what changed in the content, within a second of its commit, for every writer. Times are on the monotonic clock; an
 * answer counts from the moment its question was asked. What a scheduled post changes is reported at its exact moment even
 * if nothing is written; while the database cannot be asked it is not, because then there is nothing newer to show.
 *
 * @param options.check asks the database what changed since a version; rejects when it is down
 * @param options.onChange called with every change, before anything counts as current again
 */
export function createContentVersionWatcher(options: {
  check(since: string | undefined): Promise<ContentVersion>;
  onChange(change: ContentChange): void;
  log: Logger;
}) {
  let version: string | undefined;
  let confirmedAt = -Infinity;
  let dueAt = Infinity;
  let dueKeys: ContentKeys = nothing;
  let secondDueAt = Infinity;
  /** Changes announced by this process, and those of them that a question was asked after. */
  let announced = 0;
  let readUpTo = 0;
  let inFlight: Promise<boolean> | undefined;
  let lastCheckAt = -Infinity;
  let failedUntil = -Infinity;
  let isDown = false;
  let timer: NodeJS.Timeout | undefined;
  let hasStopped = false;

  return {
    isCurrent,
    confirm,
    /** Something was written by this process: what changed is asked at once, and nothing counts as current before. */
    contentChanged() {
      announced += 1;
      checkAfterThis();
    },
    /** Something may have been written elsewhere: what changed is asked at once. */
    check: checkAfterThis,
    /**
     * Begins the background checks, if no visitor did before. They go on without visitors, so that what was withdrawn
     * elsewhere is known before the database may be lost.
     */
    start() {
      start();
      void check();
    },
    /** Ends the background checks. */
    stop() {
      hasStopped = true;
      clearInterval(timer);
    },
  };

  /** True if every change that could have been known a second ago was read, without asking. */
  function isCurrent(): boolean {
    const now = performance.now();
    start();
    return readUpTo === announced && now - confirmedAt <= maximumAge && now < dueAt;
  }

  /**
   * The same, asking the database when needed (one question at a time, however many wait). False: the database did not
   * answer in time, so it is unknown.
   */
  async function confirm(): Promise<boolean> {
    const deadline = performance.now() + visitorWait;
    while (!isCurrent()) {
      const now = performance.now();
      if (now < failedUntil) {
        if (inFlight === undefined && now - lastCheckAt >= checkEvery) void check();
        return false;
      }
      if (now >= deadline) return false;
      if (!(await within(deadline - now, check()))) {
        failedUntil = Math.max(failedUntil, performance.now() + rememberFailure);
        return false;
      }
    }
    return true;
  }

  /** A question that is on its way may have been asked before what is to be read was written. */
  function checkAfterThis(): void {
    if (hasStopped) return;
    if (inFlight === undefined) void check();
    else void inFlight.then(() => void check());
  }

  /** Resolves to whether the database answered; never rejects. */
  function check(): Promise<boolean> {
    if (inFlight !== undefined) return inFlight;
    const askedAt = performance.now();
    const announcedBefore = announced;
    lastCheckAt = askedAt;
    const asked = answerInTime().then(
      (answer) => {
        accept(answer, askedAt);
        readUpTo = announcedBefore;
        return true;
      },
      (error: unknown) => {
        failedUntil = performance.now() + rememberFailure;
        // At a start there is no page yet.
        if (isDown || version === undefined) return false;
        options.log.warn('The database does not answer; showing the last good pages', { error });
        isDown = true;
        return false;
      },
    );
    inFlight = asked.finally(() => {
      inFlight = undefined;
    });
    return inFlight;
  }

  /** A question that gets no answer must not stand in the way of the next one. */
  async function answerInTime(): Promise<ContentVersion> {
    const answer = await within(checkTimeout, options.check(version));
    if (answer === undefined) throw new Error('The database did not answer in time.');
    return answer;
  }

  function accept(answer: ContentVersion, askedAt: number): void {
    const answeredAt = performance.now();
    const instantIn = (milliseconds: number | null) =>
      milliseconds === null ? Infinity : askedAt + Math.max(0, milliseconds);
    const nextDueAt = instantIn(answer.millisecondsUntilDue);
    const hasNewVersion = answer.version !== version;
    const isDue = dueAt <= answeredAt;
    const wasClockSet = !hasNewVersion && !isDue && Math.abs(nextDueAt - dueAt) > dueTolerance;
    const written = hasNewVersion ? keysOf(answer.changes) : nothing;
    // The keys of a second moment that has passed as well, as in an outage, were never told.
    const isUnknown = wasClockSet || secondDueAt <= answeredAt;
    const keys = isUnknown ? undefined : mergeKeys(written, isDue ? dueKeys : nothing);
    const staleUntil = isWithdrawal(keys) ? -Infinity : confirmedAt + maximumAge;
    version = answer.version;
    confirmedAt = askedAt;
    dueAt = nextDueAt;
    dueKeys = keysOf(answer.dueKeys);
    secondDueAt = instantIn(answer.millisecondsUntilSecondDue ?? null);
    failedUntil = -Infinity;
    if (isDown) options.log.info('The database answers again');
    isDown = false;
    if (hasNewVersion || isDue || wasClockSet) options.onChange({ keys, staleUntil });
  }

  function start(): void {
    if (timer !== undefined || hasStopped) return;
    timer = setInterval(() => void check(), checkEvery);
    timer.unref();
  }
}

function keysOf(keys: readonly string[] | undefined): ContentKeys {
  return keys && new Set(keys);
}
