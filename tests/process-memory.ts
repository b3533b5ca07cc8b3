import { setTimeout as sleep } from 'node:timers/promises';

import { memoryBytes } from '#server/metrics/memory.ts';

/** The most bytes of memory that a process and all that it started take while `work` goes on, looked at 20 times a second. */
export async function peakDuring<T>(
  pid: number,
  work: () => Promise<T>,
): Promise<{ result: T; before: number; peak: number }> {
  const before = (await memoryBytes(pid)) ?? 0;
  let peak = before;
  const watching = new AbortController();
  const watch = async () => {
    while (!watching.signal.aborted) {
      peak = Math.max(peak, (await memoryBytes(pid)) ?? 0);
      await sleep(50, null, { signal: watching.signal }).catch(() => {});
    }
  };
  const [result] = await Promise.all([work().finally(() => watching.abort()), watch()]);
  return { result, before, peak };
}
