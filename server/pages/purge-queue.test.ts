import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { Logger } from '#adapters/log.ts';

import type { ContentKeys } from './affected-pages.ts';
import { createPurgeQueue } from './purge-queue.ts';

beforeEach(
  () => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }),
);
afterEach(() => void vi.useRealTimers());

function start() {
  const logged: string[] = [];
  const write = (message: string) => void logged.push(message);
  const log: Logger = { debug: write, info: write, warn: write, error: write };
  const state = { isDown: false };
  const sent: (string[] | 'all')[] = [];
  const queue = createPurgeQueue({
    log,
    async send(keys: ContentKeys) {
      if (state.isDown) throw new Error('refused');
      sent.push(keys === undefined ? 'all' : [...keys]);
    },
  });
  return { queue, state, sent, logged };
}

test('a change is purged at once, and again when no older page can arrive any more', async () => {
  const { queue, sent } = start();
  queue.changed(new Set(['post:1']));
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual([['post:1']]);
  await vi.advanceTimersByTimeAsync(40_000);
  expect(sent).toEqual([['post:1'], ['post:1'], ['post:1']]);
});

test('what fails is purged later with what changed in the meantime, and is said until then', async () => {
  const { queue, state, sent, logged } = start();
  state.isDown = true;
  queue.changed(new Set(['post:1']));
  await vi.advanceTimersByTimeAsync(0);
  expect(queue.warning()).toMatch(/cannot be purged/);
  queue.changed(new Set(['post:2']));
  await vi.advanceTimersByTimeAsync(5_000);
  expect([sent, logged]).toEqual([[], ['Purging of the shared cache failed; it is tried again']]);
  state.isDown = false;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(new Set(sent[0])).toEqual(new Set(['post:1', 'post:2']));
  expect(queue.warning()).toBeNull();
});

test('a change of everything stays one while it waits', async () => {
  const { queue, state, sent } = start();
  state.isDown = true;
  queue.changed(undefined);
  queue.changed(new Set(['post:2']));
  await vi.advanceTimersByTimeAsync(500);
  state.isDown = false;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(sent[0]).toBe('all');
});

test('more waiting keys than one request holds become everything', async () => {
  const { queue, state, sent } = start();
  state.isDown = true;
  for (let n = 0; n <= 150; n += 1) queue.changed(new Set([`post:${n}`]));
  await vi.advanceTimersByTimeAsync(500);
  state.isDown = false;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(sent[0]).toBe('all');
});

test('nothing is sent after the stop', async () => {
  const { queue, sent } = start();
  queue.stop();
  queue.changed(new Set(['post:1']));
  await vi.advanceTimersByTimeAsync(40_000);
  expect(sent).toEqual([]);
});
