import type { Logger } from '#adapters/log.ts';

import { mergeKeys, type ContentKeys } from '../pages/affected-pages.ts';
import { anyChange, MAX_KEYS } from '../pages/surrogate-keys.ts';

export type PurgeQueue = {
  /** Content changed: pages that show these keys are purged at once and again later. */
  changed(keys: ContentKeys): void;
  /** For `/readyz` and the dashboard; null while every purge succeeds. */
  warning(): string | null;
  stop(): void;
};

/**
 * A page that was requested before the change may reach the cache after the purge: another process shows it for at most
 * a second, and a render takes at most thirty.
 */
const PURGE_AGAIN = [2_000, 32_000];
const LONGEST_WAIT = 30_000;
/** Of one request. */
const TIMEOUT = 10_000;

/**
 * Purges a shared cache, one request after the other. What fails is tried again until it succeeds; keys that come in the
 * meantime join it. Nothing is stored: the first change that a process reads at its start is everything.
 *
 * @param send rejects when a page may still be in the cache
 */
export function createPurgeQueue(options: {
  send: (keys: ContentKeys, signal: AbortSignal) => Promise<void>;
  log: Logger;
}): PurgeQueue {
  const stopped = new AbortController();
  const { signal } = stopped;
  let pending: { keys: ContentKeys } | null = null;
  let isSending = false;
  let failures = 0;

  function add(keys: ContentKeys): void {
    if (signal.aborted) return;
    pending = { keys: bounded(pending === null ? keys : mergeKeys(pending.keys, keys)) };
    if (!isSending) void sendAll();
  }

  async function sendAll(): Promise<void> {
    isSending = true;
    while (pending !== null && !signal.aborted) {
      const { keys } = pending;
      pending = null;
      try {
        await options.send(keys, signal);
        if (failures > 0) options.log.info('The shared cache is purged again');
        failures = 0;
      } catch (error) {
        if (signal.aborted) break;
        if (failures === 0) options.log.error('The shared cache could not be purged', { error });
        failures += 1;
        pending = { keys: bounded(mergeKeys(pendingKeys(), keys)) };
        await pause(Math.min(2 ** failures * 500, LONGEST_WAIT));
      }
    }
    isSending = false;
  }

  /** Of what came while the last request was under way. */
  function pendingKeys(): ContentKeys {
    return pending === null ? new Set() : pending.keys;
  }

  return {
    changed(keys) {
      add(keys);
      for (const delay of PURGE_AGAIN) void pause(delay).then(() => add(keys));
    },
    warning: () =>
      failures === 0
        ? null
        : 'The shared cache in front of the site cannot be purged: it may show old pages.',
    stop: () => stopped.abort(),
  };
}

/** More keys than one request holds become everything. */
function bounded(keys: ContentKeys): ContentKeys {
  return keys !== undefined && keys.size > MAX_KEYS ? undefined : keys;
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
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`The purge was answered with status ${response.status}.`);
}

/** Does not keep the process running. */
function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds).unref();
  });
}
