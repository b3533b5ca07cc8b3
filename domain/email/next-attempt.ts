const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

const delays = [10 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute, hour, 2 * hour];
const maxDuration = 24 * hour;

/**
 * When a failed delivery is tried again: soon at first, then every two hours, for a day or until it expires.
 * @param delivery.attempts number of attempts, including the failed one.
 * @returns null when there is no further automatic retry.
 */
export function nextAttemptAt(
  delivery: { attempts: number; createdAt: Date; expiresAt: Date | null },
  now: Date,
): Date | null {
  const delay = delays[Math.min(delivery.attempts, delays.length) - 1] ?? 2 * hour;
  const next = new Date(now.getTime() + delay);
  const last = delivery.expiresAt?.getTime() ?? delivery.createdAt.getTime() + maxDuration;
  return next.getTime() > last ? null : next;
}
