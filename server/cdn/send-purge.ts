import type { ContentKeys } from '../pages/affected-pages.ts';
import type { PurgeTarget } from './cdn.ts';
import { purgeRequests } from './purge-requests.ts';

const TIMEOUT = 10_000;

/** @throws Error when a request is not answered with success within ten seconds */
export async function sendPurge(target: PurgeTarget, keys: ContentKeys, signal: AbortSignal): Promise<void> {
  for (const { url, ...request } of purgeRequests(target, keys)) {
    const response = await fetch(url, {
      ...request,
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`The purge was answered with status ${response.status}.`);
  }
}
