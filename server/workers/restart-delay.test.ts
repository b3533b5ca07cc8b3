import { expect, test } from 'vitest';

import { createRestartDelay } from './restart-delay.ts';

test('a worker that ends after a long life, or for the first time, is replaced at once', () => {
  const delay = createRestartDelay();
  expect(delay(0, 3_600_000)).toBe(0);
  expect(delay(0, 100)).toBe(0);
  expect(delay(1, 100)).toBe(0);
});

test('workers that keep ending soon after their start are replaced later each time, half a minute at most', () => {
  const delay = createRestartDelay();
  const delays = Array.from({ length: 12 }, () => delay(0, 100));
  expect(delays.slice(0, 5)).toEqual([0, 250, 500, 1_000, 2_000]);
  expect(delays.at(-1)).toBe(30_000);
});

test('after a long life in one place the next short one there counts as the first', () => {
  const delay = createRestartDelay();
  for (let n = 0; n < 5; n += 1) delay(0, 100);
  expect(delay(0, 60_000)).toBe(0);
  expect(delay(0, 100)).toBe(0);
  expect(delay(0, 100)).toBe(250);
});
