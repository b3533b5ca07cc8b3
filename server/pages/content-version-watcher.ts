import type { Logger } from '#adapters/log.ts';

import type { ContentVersionRow } from '#db/queries/content-version.ts';
import { within } from '#db/within.ts';
import { isWithdrawal, mergeKeys, type ContentKeys } from './affected-pages.ts';

/** The state of the published content, from one cheap statement. Without keys, everything changes. */
export type ContentVersion = Pick<ContentVersionRow, 'version' | 'millisecondsUntilDue'> &
  Partial<ContentVersionRow>;

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

/** The facts of the last answer. Times are on the monotonic clock. */
type Known = {
  version: string | undefined;
  confirmedAt: number;
  dueAt: number;
  dueKeys: ContentKeys;
  secondDueAt: number;
};

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
  let known: Known = {
    version: undefined,
    confirmedAt: -Infinity,
    dueAt: Infinity,
    dueKeys: nothing,
    secondDueAt: Infinity,
  };
  /** Changes announced by this process, and those of them that a question was asked after. */
  let announced = 0;
  let readUpTo = 0;
  let inFlight: Promise<boolean> | undefined;
  let failedUntil = -Infinity;
  let isDown = false;
  let timer: NodeJS.Timeout | undefined;
  let hasStopped = false;

  return {
    isCurrent,
    /**
     * The same, asking the database when needed (one question at a time, however many wait). False: the database did not
     * answer in time, so it is unknown.
     */
    async confirm(): Promise<boolean> {
      const deadline = performance.now() + visitorWait;
      while (!isCurrent()) {
        const now = performance.now();
        // The background checks go on.
        if (now < failedUntil || now >= deadline) return false;
        if (!(await within(deadline - now, check()))) {
          failedUntil = Math.max(failedUntil, performance.now() + rememberFailure);
          return false;
        }
      }
      return true;
    },
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
    stop() {
      hasStopped = true;
      clearInterval(timer);
    },
  };

  function start(): void {
    if (timer === undefined && !hasStopped) timer = setInterval(() => void check(), checkEvery).unref();
  }

  /** True if every change that could have been known a second ago was read, without asking. */
  function isCurrent(): boolean {
    const now = performance.now();
    start();
    return readUpTo === announced && now - known.confirmedAt <= maximumAge && now < known.dueAt;
  }

  /** A question that is on its way may have been asked before what is to be read was written. */
  function checkAfterThis(): void {
    if (!hasStopped) void Promise.resolve(inFlight).then(() => void check());
  }

  /** Resolves to whether the database answered; never rejects. */
  function check(): Promise<boolean> {
    return (inFlight ??= ask(performance.now(), announced).finally(() => (inFlight = undefined)));
  }

  async function ask(askedAt: number, announcedBefore: number): Promise<boolean> {
    try {
      // A question that gets no answer must not stand in the way of the next one.
      const answer = await within(checkTimeout, options.check(known.version));
      if (answer === undefined) throw new Error('The database did not answer in time.');
      const { next, change } = learn(known, answer, askedAt, performance.now());
      known = next;
      failedUntil = -Infinity;
      if (isDown) options.log.info('The database answers again');
      isDown = false;
      if (change !== null) options.onChange(change);
      readUpTo = announcedBefore;
      return true;
    } catch (error) {
      failedUntil = performance.now() + rememberFailure;
      // At a start there is no page yet.
      if (isDown || known.version === undefined) return false;
      options.log.warn('The database does not answer; showing the last good pages', { error });
      isDown = true;
      return false;
    }
  }
}

/** Compares an answer with what was known before. Pure. */
function learn(
  known: Known,
  answer: ContentVersion,
  askedAt: number,
  answeredAt: number,
): { next: Known; change: ContentChange | null } {
  const instantIn = (milliseconds: number | null = null) =>
    milliseconds === null ? Infinity : askedAt + Math.max(0, milliseconds);
  const next = {
    version: answer.version,
    confirmedAt: askedAt,
    dueAt: instantIn(answer.millisecondsUntilDue),
    dueKeys: keysOf(answer.dueKeys),
    secondDueAt: instantIn(answer.millisecondsUntilSecondDue),
  };
  const hasNewVersion = answer.version !== known.version;
  const isDue = known.dueAt <= answeredAt;
  const wasClockSet = !hasNewVersion && !isDue && Math.abs(next.dueAt - known.dueAt) > dueTolerance;
  if (!hasNewVersion && !isDue && !wasClockSet) return { next, change: null };
  const written = hasNewVersion ? keysOf(answer.changes) : nothing;
  // The keys of a second moment that has passed as well, as in an outage, were never told.
  const isUnknown = wasClockSet || known.secondDueAt <= answeredAt;
  const keys = isUnknown ? undefined : mergeKeys(written, isDue ? known.dueKeys : nothing);
  const staleUntil = isWithdrawal(keys) ? -Infinity : known.confirmedAt + maximumAge;
  return { next, change: { keys, staleUntil } };
}

function keysOf(keys: readonly string[] | undefined): ContentKeys {
  return keys && new Set(keys);
}
