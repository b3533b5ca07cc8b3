import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Database } from '#db/client.ts';
import { findAnsweredPaths } from '#db/queries/answered-paths.ts';
import { type ViewRules, type ViewSource, beginViewDay, countViews } from '#db/queries/views.ts';
import { foldersCountedByPath } from '#domain/core/kinds.ts';
import { builtInPages, termFolders } from '#domain/core/public-addresses.ts';
import { networkOf } from '#domain/limits/limit-attempts.ts';
import type { IgnoredReason } from './classify-view.ts';

/** `page`: the id of a post, or a path, see `publicPageOf`. The visitor is known only until the view is counted. */
export type WaitingView = ViewSource & { page: string; address: string; agent: string };

export type ViewRecorder = {
  /**
   * Resolves when the view, or the reason why it does not count, is stored, or when the database found that it does not
   * count. @throws when it could not be stored.
   */
  record: (one: WaitingView | IgnoredReason) => Promise<void>;
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
const viewLimits: ViewRules = { repeatMinutes: 30, networkViews: 50, networkNames: 10 };

/**
 * Counts views in groups: while one group is being committed, the next one gathers. Under load it gathers for as long
 * again, at most 10 milliseconds, because large groups cost less per view. A quiet site stores each view at once, a busy
 * one hundreds with one commit, and every answer waits for its own commit.
 * @param options.networkLimits false with `RATE_LIMITS=off`
 */
export function createViewRecorder(db: Database, { networkLimits } = { networkLimits: true }): ViewRecorder {
  const rules = networkLimits ? viewLimits : { ...viewLimits, networkViews: null, networkNames: null };
  const waiting: {
    one: WaitingView | IgnoredReason;
    resolve: () => void;
    reject: (error: unknown) => void;
  }[] = [];
  let salt: Buffer | null = null;
  let writing: Promise<void> | null = null;
  let stopped = false;

  function accept(one: WaitingView | IgnoredReason): Promise<void> {
    if (stopped) return Promise.reject(new Error('Views are not counted any more: the process is stopping.'));
    if (waiting.length >= maxWaiting) return Promise.reject(new Error('Too many views wait to be counted.'));
    return new Promise((resolve, reject) => {
      waiting.push({ one, resolve, reject });
      writing ??= write();
    });
  }

  async function write(): Promise<void> {
    // Views that arrive within the same turn of the loop share the first group.
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

  async function store(group: (WaitingView | IgnoredReason)[]): Promise<void> {
    const views = group.filter((one) => typeof one !== 'string');
    const reasons = group.filter((one) => typeof one === 'string');
    const existing = await withoutMissingPages(db, views);
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      salt ??= (await beginViewDay(db)).salt;
      if (await countViews(db, salt, hashVisitors(salt, existing), { reasons, rules })) return;
      salt = null;
    }
    throw new Error('The day of the views does not come to rest.');
  }

  return {
    record: accept,
    async stop() {
      stopped = true;
      await writing;
    },
  };
}

/** Views of posts and built-in pages, and of those other paths that public content answers. */
async function withoutMissingPages(db: Database, views: readonly WaitingView[]) {
  const isAsked = ({ page }: WaitingView) => page.startsWith('/') && !builtInPages.includes(page);
  const paths = new Set(views.filter(isAsked).map(({ page }) => page));
  if (paths.size === 0) return views;
  const answered = await findAnsweredPaths(db, [...paths], foldersCountedByPath, termFolders);
  for (const { path, leads_to } of answered) if (leads_to === null) paths.delete(path);
  return views.filter(({ page }) => !paths.has(page));
}

/**
 * Replaces the visitor of each view and their network (see `networkOf`) by a hash with the day's salt. The salt is deleted
 * at midnight, and without it a hash cannot be traced to a visitor.
 * @param salt of a fixed length, so that nothing sent can take its place.
 * @returns hashes of 16 bytes, hexadecimal
 */
export function hashVisitors(salt: Buffer, views: readonly WaitingView[]) {
  const start = salt.toString('hex');
  const hashOf = (text: string) => hash('sha256', `${start}\n${text}`).slice(0, 32);
  return views.map(({ address, agent, ...view }) => ({
    ...view,
    visitor: hashOf(`${address}\n${agent}`),
    network: hashOf(networkOf(address)),
  }));
}
