import type { Logger } from '#adapters/log.ts';

import type { PageCache, PageCopy } from './page-cache.ts';
import type { PageStore } from './page-store.ts';

/** Which posts may still be shown, as of one moment. */
export interface PublicSlugs {
  /** The content version at that moment. */
  readonly version: string;
  /** Changes whenever something is gone that pages show without naming it by an address. */
  readonly removals: string;
  /** Those of the asked posts that are public at this address. */
  readonly present: readonly string[];
  /** Those that have moved and are public. */
  readonly former: readonly string[];
}

/**
 * Keeps what was withdrawn out of the last good copies. After each change of the content the copies count for nothing
 * until the database has said which of the posts in them are still public; from then on they may be shown while it is
 * away, also after a restart.
 */
export interface WithdrawalCheck {
  /**
   * The content has changed, or may have.
   * @param version that it has now, where that is known
   */
  begin(version?: string): void;
  /** The database answers: what could not be asked before is asked now. */
  resume(): void;
  /** Whether every copy in memory was compared with the database after the last change that is known. */
  isPassed(): boolean;
  /**
   * Resolves when no change before this call can come undone by a crash: what it withdrew is gone from memory and
   * disk, or nothing of the disk will be shown before the database was asked.
   */
  settled(): Promise<void>;
}

/** Milliseconds. */
const TIMEOUT = 1000;

/**
 * @param options.ask which of these posts are public; undefined: no cached page outlives a change
 * @param options.removals as the copies that were found at the start were last compared with; undefined for none
 */
export function createWithdrawalCheck(options: {
  ask: ((slugs: readonly string[]) => Promise<PublicSlugs>) | undefined;
  pages: Pick<PageCache, 'copies' | 'drop'>;
  store: Pick<PageStore, 'confirm' | 'distrust' | 'settled'> | undefined;
  removals: Promise<string | undefined>;
  log: Pick<Logger, 'warn'>;
}): WithdrawalCheck {
  const { ask, pages, store } = options;
  /** Changes that are known; changes after which the database was asked; those for which that failed or is stored. */
  let changes = 0;
  let passed = 0;
  let settledUpTo = 0;
  let removals: string | undefined;
  let passedVersion: string | undefined;
  /** A version that became known while the database was asked; its answer often has that version already. */
  let newVersion: string | undefined;
  let isRunning = false;
  let waiting: { upTo: number; resolve: () => void }[] = [];
  const loaded = options.removals.then((known) => {
    removals ??= known;
  });

  return {
    begin(version) {
      // A change by this process is known at once, and once more when its version is read.
      if (version !== undefined && version === passedVersion && passed === changes) return;
      if (version !== undefined && isRunning) {
        newVersion = version;
        return;
      }
      changes += 1;
      void run();
    },
    resume() {
      if (passed < changes) void run();
    },
    isPassed: () => passed === changes,
    settled() {
      if (settledUpTo >= changes) return Promise.resolve();
      const upTo = changes;
      return new Promise((resolve) => waiting.push({ upTo, resolve }));
    },
  };

  async function run(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    await loaded;
    let hasFailed = false;
    while (passed < changes && !hasFailed) {
      const upTo = changes;
      hasFailed = !(await compare(upTo));
      if (newVersion !== undefined && newVersion !== passedVersion) changes += 1;
      newVersion = undefined;
      if (!hasFailed) {
        settle(upTo);
      } else {
        await store?.distrust();
        // Whatever changed meanwhile: nothing of the disk is trusted any more.
        settle(changes);
      }
    }
    isRunning = false;
  }

  /** Resolves to whether the database answered; never rejects. */
  async function compare(upTo: number): Promise<boolean> {
    if (ask === undefined) {
      pages.drop((_, isFresh) => !isFresh);
      passed = upTo;
      return true;
    }
    const asked = postsOf(pages.copies());
    const answer = await answerWithin(TIMEOUT, ask([...asked])).catch((error: unknown) => {
      options.log.warn('The copies of pages cannot be compared with the database', { error });
      return undefined;
    });
    if (answer === undefined) return false;
    const present = new Set(answer.present);
    const former = new Set(answer.former);
    const isGone = answer.removals !== removals;
    const withdrawn: string[] = [];
    pages.drop((copy, isFresh) => {
      // What is true now was rendered after the change. What came while the database was asked was not asked about.
      const isDropped = (isGone && !isFresh) || isWithdrawn(copy, { asked, present, former });
      if (isDropped) withdrawn.push(copy.address);
      return isDropped;
    });
    removals = answer.removals;
    passedVersion = answer.version;
    passed = upTo;
    await store?.confirm(withdrawn, answer.removals);
    return true;
  }

  function settle(upTo: number): void {
    settledUpTo = upTo;
    for (const one of waiting) if (one.upTo <= upTo) one.resolve();
    waiting = waiting.filter((one) => one.upTo > upTo);
  }
}

function postsOf(copies: readonly PageCopy[]): ReadonlySet<string> {
  const slugs = new Set<string>();
  for (const { posts } of copies) {
    if (posts?.own !== undefined) slugs.add(posts.own);
    for (const slug of posts?.linked ?? []) slugs.add(slug);
  }
  return slugs;
}

/** A post that has moved is withdrawn from its old address; a page that only links there leads on to the new one. */
export function isWithdrawn(
  { posts }: Pick<PageCopy, 'posts'>,
  known: { asked: ReadonlySet<string>; present: ReadonlySet<string>; former: ReadonlySet<string> },
): boolean {
  if (posts === undefined) return true;
  const { asked, present, former } = known;
  const isGone = (slug: string) => asked.has(slug) && !present.has(slug);
  if (posts.own !== undefined && isGone(posts.own)) return true;
  return posts.linked.some((slug) => isGone(slug) && !former.has(slug));
}

function answerWithin<Answer>(milliseconds: number, answer: Promise<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const timeout = setTimeout(() => reject(new Error('The database did not answer in time.')), milliseconds);
    timeout.unref();
    void answer.then(resolve, reject).finally(() => clearTimeout(timeout));
  });
}
