import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { createPlaces } from './semaphore.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a place that is given back goes to the one that waits longest', async () => {
  const enter = createPlaces(1, 1_000);
  const leave = await enter();
  const order: string[] = [];
  const second = enter().then((leaveSecond) => (order.push('second'), leaveSecond));
  const third = enter().then(() => order.push('third'));
  leave();
  leave();
  const leaveSecond = await second;
  await vi.advanceTimersByTimeAsync(10);
  expect(order).toEqual(['second']);
  leaveSecond();
  await third;
  expect(order).toEqual(['second', 'third']);
});

test('one that waits too long is refused, and takes no place', async () => {
  const enter = createPlaces(1, 1_000);
  const leave = await enter();
  const refused = enter().catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await refused).toMatchObject({ reason: 'away' });
  leave();
  await enter();
});
