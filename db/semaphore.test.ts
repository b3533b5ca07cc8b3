import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { createSemaphore } from './semaphore.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a released semaphore goes to the caller that has waited longest', async () => {
  const acquire = createSemaphore(1, 1_000);
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
  const acquire = createSemaphore(1, 1_000);
  const release = await acquire();
  const rejected = acquire().catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await rejected).toMatchObject({ reason: 'away' });
  release();
  await acquire();
});
