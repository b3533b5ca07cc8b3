import type { Logger } from '#adapters/log.ts';

import { mergeKeys, type ContentKeys } from './affected-pages.ts';
import { anyChange, maxKeys } from './surrogate-keys.ts';
import { repeatJob } from '../scheduling/repeat-job.ts';

/**
 * A page that was requested before the change may reach the cache after the purge: another process shows it for at most
 * a second, and a render takes at most thirty.
 */
const purgeAgain = [2_000, 32_000];
const retryEvery = 5_000;
/** Time limit of one request. */
const timeLimit = 10_000;

/**
 * Purges a shared cache, one request after the other. What fails is tried again until it succeeds; keys that come in the
 * meantime join it. Nothing is stored: the first change that a process reads at its start is everything.
 *
 * @param send rejects when a page may still be in the cache
 */
export function createPurgeQueue(options: {
  send: (keys: ContentKeys, signal: AbortSignal) => Promise<void>;
  log: Logger;
}) {
  const nothing: ContentKeys = new Set();
  let pending: ContentKeys = nothing;
  let hasFailed = false;
  let hasStopped = false;

  const job = repeatJob(
    {
      name: 'Purging of the shared cache',
      everyMilliseconds: retryEvery,
      async run(stopping) {
        if (pending?.size === 0) return;
        const keys = pending;
        pending = nothing;
        try {
          await options.send(keys, stopping);
          hasFailed = false;
        } catch (error) {
          hasFailed = true;
          pending = bounded(mergeKeys(pending, keys));
          throw error;
        }
      },
    },
    options.log,
  );

  function add(keys: ContentKeys): void {
    if (hasStopped) return;
    pending = bounded(mergeKeys(pending, keys));
    job.wake();
  }

  return {
    /** Content changed: pages that show these keys are purged at once and again later. */
    changed(keys: ContentKeys): void {
      add(keys);
      for (const delay of purgeAgain) setTimeout(add, delay, keys).unref();
    },
    /** For `/readyz` and the dashboard; null while every purge succeeds. */
    warning: (): string | null =>
      hasFailed ? 'The shared cache in front of the site cannot be purged: it may show old pages.' : null,
    stop(): void {
      hasStopped = true;
      void job.stop();
    },
  };
}

/** More keys than one request holds become everything. */
function bounded(keys: ContentKeys): ContentKeys {
  return keys !== undefined && keys.size > maxKeys ? undefined : keys;
}

/**
 * Removes from the shared cache at this address every page that shows what changed: `PURGE` with the keys in
 * `Surrogate-Key`, `*` for everything, as deploy/varnish.vcl reads it.
 * @throws Error when it is not answered with success within ten seconds
 */
export async function sendPurge(address: string, keys: ContentKeys, signal: AbortSignal): Promise<void> {
  const response = await fetch(address, {
    redirect: 'error',
    method: 'PURGE',
    headers: { 'Surrogate-Key': keys === undefined ? '*' : [anyChange, ...keys].join(' ') },
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeLimit)]),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`The purge was answered with status ${response.status}.`);
}
