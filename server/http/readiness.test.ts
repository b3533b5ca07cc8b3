import { stat } from 'node:fs';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { createReadiness } from './steps/own-answers.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the checks run once a second at most', async () => {
  const ask = vi.fn(async () => ['the database']);
  const readiness = createReadiness(ask);
  await Promise.all([readiness(), readiness()]);
  vi.advanceTimersByTime(999);
  await readiness();
  expect(ask).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  await readiness();
  expect(ask).toHaveBeenCalledTimes(2);
});

test('a check that fails says so without saying why', async () => {
  const readiness = createReadiness(() => Promise.reject(new Error('10.0.0.7:5432 refused')));
  expect(await readiness()).toEqual(['the checks failed']);
});

test('a check that hangs is given up', async () => {
  const answer = createReadiness(() => new Promise(() => {}))();
  await vi.advanceTimersByTimeAsync(1500);
  expect(await answer).toEqual(['the checks take too long']);
});

test('an answer that came while the process itself was late counts', async () => {
  vi.useRealTimers();
  const { promise, resolve } = Promise.withResolvers<string[]>();
  const answer = createReadiness(() => promise)();
  setImmediate(() => {
    stat('/', () => resolve([]));
    const until = performance.now() + 1_600;
    while (performance.now() < until);
  });
  expect(await answer).toEqual([]);
});
