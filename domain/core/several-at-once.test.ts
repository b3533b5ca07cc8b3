import { setTimeout as sleep } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { severalAtOnce } from './several-at-once.ts';

test('every item is worked on once, as many at a time as there are lanes', async () => {
  const items = Array.from({ length: 50 }, (_, n) => n);
  const done: number[] = [];
  const running = new Set<number>();
  let most = 0;
  await severalAtOnce(items, 4, async (item, lane) => {
    expect(running.has(lane)).toBe(false);
    running.add(lane);
    most = Math.max(most, running.size);
    await sleep(item % 3);
    running.delete(lane);
    done.push(item);
  });
  expect(done.toSorted((a, b) => a - b)).toEqual(items);
  expect(most).toBe(4);
});

test('after a failure nothing is begun, and what was begun has ended', async () => {
  const ended: number[] = [];
  const work = async (item: number) => {
    if (item === 2) throw new Error('item 2');
    await sleep(20);
    ended.push(item);
  };
  await expect(severalAtOnce([0, 1, 2, 3, 4, 5, 6, 7], 3, work)).rejects.toThrow('item 2');
  expect(ended).toEqual([0, 1]);
});
