const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

const pauses = [10 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute, hour, 2 * hour];
const retryDuration = 24 * hour;

/**
 * When a failed delivery is tried again: soon at first, then every two hours, for a day or until it expires.
 * @param tries number of attempts, including this one.
 * @returns null when there is no further automatic retry.
 */
export function nextTryAt(
  delivery: { tries: number; createdAt: Date; expiresAt: Date | null },
  now: Date,
): Date | null {
  const pause = pauses[Math.min(delivery.tries, pauses.length) - 1] ?? 2 * hour;
  const next = new Date(now.getTime() + pause);
  const last = delivery.expiresAt?.getTime() ?? delivery.createdAt.getTime() + retryDuration;
  return next.getTime() > last ? null : next;
}
