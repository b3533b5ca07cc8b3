import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#db/client.ts';
import { type ViewRules, type ViewSource, beginViewDay, countViews } from '#db/queries/views.ts';
import { foldersCountedByPath } from '#domain/core/kinds.ts';
import { builtInPages, termFolders } from '#domain/core/public-addresses.ts';
import type { IgnoredReason } from './classify-view.ts';
import { hash } from 'node:crypto';
import { networkOf } from '#domain/limits/network-of.ts';

/** The visitor of a view. Kept only until the view is counted. */
type Visitor = { address: string; agent: string };

/** `page`: the id of a post, or the path of another public page, see `publicPageOf`. */
export type WaitingView = ViewSource & Visitor & { page: string };

export type ViewRecorder = {
  /** Resolves when the view is stored or the database found that it does not count. @throws when it could not be stored. */
  record: (view: WaitingView) => Promise<void>;
  recordIgnoredView: (reason: IgnoredReason) => Promise<void>;
  /** Resolves when everything that was accepted is stored. Nothing is accepted afterwards. */
  stop: () => Promise<void>;
};

/** More could not be stored within a second. */
const maxWaiting = 10_000;
const maxGroup = 1_000;
const attempts = 4;
/** Larger groups wait for more views before the next one is written. */
const fewViews = 4;
const maxGathering = 5;
const answersAtOnce = 8;

/**
 * Which views count. `classifyView` decides by the request alone; the database decides the rest in `count_views`
 * (db/functions), by these numbers.
 */
const viewLimits: ViewRules = { repeatMinutes: 30, ofNetwork: { views: 50, names: 10 } };

const pages = { builtInPages, folders: foldersCountedByPath, terms: termFolders };

/**
 * Counts views in groups: while one group is being committed, the next one gathers. Under load it gathers for as long
 * again, at most 10 milliseconds, because large groups cost less per view. A quiet site stores each view at once, a busy
 * one hundreds with one commit, and every answer waits for its own commit.
 * @param options.networkLimits false with `RATE_LIMITS=off`
 */
export function createViewRecorder(db: Database, { networkLimits } = { networkLimits: true }): ViewRecorder {
  type One = WaitingView | IgnoredReason;
  const rules = networkLimits ? viewLimits : { ...viewLimits, ofNetwork: null };
  const waiting: { one: One; resolve: () => void; reject: (error: unknown) => void }[] = [];
  let salt: Buffer | null = null;
  let writing: Promise<void> | null = null;
  let stopped = false;

  function accept(one: One): Promise<void> {
    if (stopped) return Promise.reject(new Error('Views are not counted any more: the process is stopping.'));
    if (waiting.length >= maxWaiting) return Promise.reject(new Error('Too many views wait to be counted.'));
    return new Promise((resolve, reject) => {
      waiting.push({ one, resolve, reject });
      writing ??= write();
    });
  }

  async function write(): Promise<void> {
    // Views that arrive within the same turn of the loop shares the first group.
    await new Promise(setImmediate);
    while (waiting.length > 0) {
      const group = waiting.splice(0, maxGroup);
      const started = performance.now();
      try {
        await store(group.map(({ one }) => one));
        // Answers are sent in small portions, so that a page request does not wait for all of them.
        for (const [at, { resolve }] of group.entries()) {
          if (at > 0 && at % answersAtOnce === 0) await new Promise(setImmediate);
          resolve();
        }
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
      if (group.length > fewViews && waiting.length < maxGroup && !stopped) {
        await sleep(Math.min(maxGathering, performance.now() - started));
      }
    }
    // In the same turn as the last check: a view that arrives from now on starts the next write.
    writing = null;
  }

  async function store(group: One[]): Promise<void> {
    const views = group.filter((one) => typeof one !== 'string');
    const reasons = group.filter((one) => typeof one === 'string');
    const ignored = [...new Set(reasons)].map((reason) => ({
      reason,
      views: reasons.filter((one) => one === reason).length,
    }));
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      salt ??= (await beginViewDay(db)).salt;
      if (await countViews(db, salt, hashed(salt, views), { ignored, rules, pages })) return;
      salt = null;
    }
    throw new Error('The day of the views does not come to rest.');
  }

  return {
    record: accept,
    recordIgnoredView: accept,
    async stop() {
      stopped = true;
      await writing;
    },
  };
}

function hashed(salt: Buffer, views: readonly WaitingView[]) {
  return views.map(({ address, agent, ...view }) => ({
    ...view,
    visitor: visitorHash(salt, { address, agent }),
    network: networkHash(salt, address),
  }));
}

/**
 * Identifies a visitor for the rest of the day: a hash of address and user agent with the day's salt. The salt is deleted
 * at midnight, and without it the hash cannot be traced to a visitor.
 * @param salt of a fixed length, so that nothing sent can take its place.
 * @returns 16 bytes, hexadecimal
 */
export function visitorHash(salt: Buffer, visitor: { address: string; agent: string }): string {
  return hash('sha256', `${salt.toString('hex')}\n${visitor.address}\n${visitor.agent}`).slice(0, 32);
}

/** The same for the network of an address, see `networkOf`. */
function networkHash(salt: Buffer, address: string): string {
  return hash('sha256', `${salt.toString('hex')}\n${networkOf(address)}`).slice(0, 32);
}
