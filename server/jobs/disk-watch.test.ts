import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { createDiskWatch } from './disk-watch.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

const totalBytes = 100_000_000_000;

function watchOf(free: () => number) {
  const lines: string[] = [];
  const log = {
    warn: (line: string) => void lines.push(line),
    info: (line: string) => void lines.push(line),
  };
  const read = vi.fn(async () => ({ freeBytes: free(), totalBytes }));
  return { ...createDiskWatch({ directory: '/data', log, read }), lines, read };
}

test('writes are refused while the disk is full, and go on when there is room again', async () => {
  let free = totalBytes / 2;
  const { mayWrite, warning, lines } = watchOf(() => free);
  await expect(mayWrite()).resolves.toBeUndefined();
  free = 1_000;
  vi.advanceTimersByTime(1_000);
  await expect(mayWrite()).rejects.toMatchObject({ name: 'DatabaseUnavailable', reason: 'disk-full' });
  expect(warning()).toBe('the disk that holds DATA_DIR is full');
  free = totalBytes / 20;
  vi.advanceTimersByTime(1_000);
  await expect(mayWrite()).resolves.toBeUndefined();
  free = totalBytes / 2;
  vi.advanceTimersByTime(1_000);
  await expect(mayWrite()).resolves.toBeUndefined();
  expect(warning()).toBeNull();
  expect(lines).toEqual([
    'The disk that holds DATA_DIR is full: 0 of 100,000 MB are free. Nothing can be saved until there is room again.',
    'The disk that holds DATA_DIR is nearly full: 5,000 of 100,000 MB are free.',
    'The disk that holds DATA_DIR has enough room again',
  ]);
});

test('the disk is asked twice a second at most', async () => {
  const { mayWrite, read } = watchOf(() => totalBytes);
  for (let write = 0; write < 100; write += 1) await mayWrite();
  expect(read).toHaveBeenCalledTimes(1);
});

test('writing is allowed when the disk cannot be read', async () => {
  const log = { warn: () => {}, info: () => {} };
  const watch = createDiskWatch({ directory: '/data', log, read: () => Promise.reject(new Error('EIO')) });
  await expect(watch.mayWrite()).resolves.toBeUndefined();
  expect(await watch.space()).toBeNull();
});
