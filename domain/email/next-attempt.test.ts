import { expect, test } from 'vitest';

import { nextAttemptAt } from './next-attempt.ts';

const createdAt = new Date('2026-11-20T12:00:00Z');

function secondsUntil(attempts: number, now = createdAt, expiresAt: Date | null = null): number | null {
  const next = nextAttemptAt({ attempts, createdAt, expiresAt }, now);
  return next && (next.getTime() - now.getTime()) / 1000;
}

test('nextAttemptAt grows the delay from seconds to two hours', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8, 20].map((attempts) => secondsUntil(attempts))).toEqual([
    10, 30, 120, 600, 1800, 3600, 7200, 7200, 7200,
  ]);
});

test('nextAttemptAt returns null after a day', () => {
  expect(secondsUntil(12, new Date('2026-11-21T10:00:00Z'))).toBe(7200);
  expect(secondsUntil(12, new Date('2026-11-21T10:00:01Z'))).toBeNull();
});

test('nextAttemptAt returns null after an email has expired', () => {
  const expiresAt = new Date('2026-11-20T13:00:00Z');
  expect(secondsUntil(4, new Date('2026-11-20T12:50:00Z'), expiresAt)).toBe(600);
  expect(secondsUntil(4, new Date('2026-11-20T12:50:01Z'), expiresAt)).toBeNull();
});
