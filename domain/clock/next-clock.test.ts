import { expect, test } from 'vitest';

import { clockMessage, nextClock, type Clock } from './next-clock.ts';

const hour = 3_600_000;
const day = 24 * hour;
const start = new Date('2026-11-22T12:00:00Z');
const later = (milliseconds: number, from = start) => new Date(from.getTime() + milliseconds);
const right: Clock = { newestAt: start, lookedAt: start, jumpedAt: null, isAlarm: false };

test.each([
  ['a minute later', 60_000, 'right'],
  ['2 hours ahead', 2 * hour, 'right'],
  ['half an hour behind', -hour / 2, 'right'],
  ['8 days ahead', 8 * day, 'stop'],
  ['30 days ahead', 30 * day, 'alarm'],
  ['3 years ahead', 1_095 * day, 'alarm'],
  ['2 hours behind', -2 * hour, 'alarm'],
  ['8 days behind', -8 * day, 'alarm'],
] as const)('a clock that is %s at a start is %s', (_, ahead, expected) => {
  const { jumpedAt, isAlarm } = nextClock(right, later(ahead), null);
  expect(isAlarm ? 'alarm' : jumpedAt ? 'stop' : 'right').toBe(expected);
});

test('while the process runs, the monotonic clock tells a jump from a pause', () => {
  expect(nextClock(right, later(3 * day), 3 * day)).toMatchObject({ isAlarm: true });
  expect(nextClock(right, later(3 * day), 0)).toMatchObject({ jumpedAt: later(3 * day), isAlarm: false });
  expect(nextClock(right, later(-2 * hour), -2 * hour)).toMatchObject({ isAlarm: true });
});

test('a wrong clock is trusted when it is right again, or has stood so for a day', () => {
  const jumped = nextClock(right, later(30 * day), 30 * day);
  expect(jumped).toEqual({
    newestAt: start,
    lookedAt: later(30 * day),
    jumpedAt: later(30 * day),
    isAlarm: true,
  });
  expect(clockMessage(jumped, 'UTC')).toMatch(
    /^The clock jumped from November 22, 2026 .+ to December 22, 2026 /,
  );
  expect(nextClock(jumped, later(60_000), -30 * day)).toEqual({
    ...right,
    newestAt: later(60_000),
    lookedAt: later(60_000),
  });
  const almost = nextClock({ ...jumped, lookedAt: later(31 * day - 60_000) }, later(31 * day - 1), 0);
  expect(almost.jumpedAt).toEqual(later(30 * day));
  expect(nextClock(almost, later(31 * day), 0)).toEqual({
    ...right,
    newestAt: later(31 * day),
    lookedAt: later(31 * day),
  });
  // A second jump begins the day anew, also one that ends the day of the first.
  expect(nextClock(jumped, later(31 * day), day)).toMatchObject({ jumpedAt: later(31 * day), isAlarm: true });
  expect(nextClock(jumped, later(40 * day), null)).toMatchObject({
    jumpedAt: later(40 * day),
    isAlarm: true,
  });
});

test('an ordinary stop is said in one line, and never goes back', () => {
  const stopped = nextClock(right, later(3 * day), null);
  expect(clockMessage(stopped, 'UTC')).toBe(
    'The site was off from November 22, 2026 at 12:00 PM to November 25, 2026 at 12:00 PM. For the first day nothing is deleted.',
  );
  expect(nextClock(right, later(-hour / 2), 0).newestAt).toEqual(start);
  expect(clockMessage(right, 'UTC')).toBeNull();
});
