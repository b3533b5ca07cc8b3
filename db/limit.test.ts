import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { createLimit } from './limit.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a place that is given back goes to the caller that has waited longest', async () => {
  const acquire = createLimit(1, { milliseconds: 1_000, refuse: () => new Error('too late') }).enter;
  const release = await acquire();
  const order: string[] = [];
  const second = acquire().then((releaseSecond) => (order.push('second'), releaseSecond));
  const third = acquire().then(() => order.push('third'));
  release();
  release();
  const releaseSecond = await second;
  await vi.advanceTimersByTimeAsync(10);
  expect(order).toEqual(['second']);
  releaseSecond();
  await third;
  expect(order).toEqual(['second', 'third']);
});

test('a caller that waits too long is rejected and holds nothing', async () => {
  const acquire = createLimit(1, { milliseconds: 1_000, refuse: () => new Error('too late') }).enter;
  const release = await acquire();
  const rejected = acquire().catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await rejected).toMatchObject({ message: 'too late' });
  release();
  await acquire();
});
