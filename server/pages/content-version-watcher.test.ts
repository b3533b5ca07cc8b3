import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { Logger } from '#adapters/log.ts';

import { createContentVersionWatcher } from './content-version-watcher.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function silent(): void {}

function start() {
  const log: Logger = { debug: silent, info: silent, warn: silent, error: silent, child: () => log };
  const state = { version: '1', millisecondsUntilDue: null as number | null };
  const check = vi.fn(async () => ({ ...state }));
  const watch = createContentVersionWatcher({ check, onEnd: silent, log });
  return { watch, check, state };
}

test('while there are visitors a check in the background keeps the state confirmed', async () => {
  const { watch, check } = start();
  expect(watch.isCurrent()).toBe(false);
  expect(await watch.confirm()).toBe(true);
  for (let index = 0; index < 20; index += 1) {
    await vi.advanceTimersByTimeAsync(500);
    expect(watch.isCurrent()).toBe(true);
  }
  expect(check).toHaveBeenCalledTimes(21);
});

test('without visitors the checks go on, because what was withdrawn must be known before the database is lost', async () => {
  const { watch, check, state } = start();
  watch.start();
  await vi.advanceTimersByTimeAsync(60_000);
  const epoch = watch.epoch();
  expect(check.mock.calls.length).toBeGreaterThan(100);
  state.version = '2';
  await vi.advanceTimersByTimeAsync(500);
  expect(watch.epoch()).toBe(epoch + 1);
});

test('after the end of the watch nothing is asked in the background', async () => {
  const { watch, check } = start();
  watch.start();
  watch.stop();
  watch.isCurrent();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(check).toHaveBeenCalledTimes(1);
});

test('a confirmation is believed for one second from the moment it was asked for', async () => {
  const { watch, check } = start();
  await watch.confirm();
  check.mockImplementation(() => new Promise(silent));
  await vi.advanceTimersByTimeAsync(1000);
  expect(watch.isCurrent()).toBe(true);
  await vi.advanceTimersByTimeAsync(1);
  expect(watch.isCurrent()).toBe(false);
});

test('one question serves all who wait', async () => {
  const { watch, check } = start();
  await Promise.all(Array.from({ length: 50 }, () => watch.confirm()));
  expect(check).toHaveBeenCalledTimes(1);
});

test('a state that did not change keeps its number; a write elsewhere ends it', async () => {
  const { watch, state } = start();
  await watch.confirm();
  const epoch = watch.epoch();
  await vi.advanceTimersByTimeAsync(3000);
  expect(watch.epoch()).toBe(epoch);
  state.version = '2';
  await vi.advanceTimersByTimeAsync(500);
  expect(watch.epoch()).toBe(epoch + 1);
});

test('two posts that come due shortly after one another end the state twice', async () => {
  const { watch, state } = start();
  state.millisecondsUntilDue = 200;
  await watch.confirm();
  const epoch = watch.epoch();
  await vi.advanceTimersByTimeAsync(200);
  expect(watch.isCurrent()).toBe(false);
  state.millisecondsUntilDue = 100;
  expect(await watch.confirm()).toBe(true);
  expect(watch.epoch()).toBe(epoch + 1);
  await vi.advanceTimersByTimeAsync(100);
  expect(watch.isCurrent()).toBe(false);
});

test("a step of the database's clock ends the state", async () => {
  const { watch, state } = start();
  state.millisecondsUntilDue = 600_000;
  await watch.confirm();
  const epoch = watch.epoch();
  state.millisecondsUntilDue = null;
  await vi.advanceTimersByTimeAsync(500);
  expect(watch.epoch()).toBe(epoch + 1);
});

test('a post that is due within the round trip is asked about again, not shown late', async () => {
  const { watch, check } = start();
  let asked = 0;
  check.mockImplementation(async () => {
    asked += 1;
    const millisecondsUntilDue = asked === 1 ? 3 : null;
    await vi.advanceTimersByTimeAsync(5);
    return { version: '1', millisecondsUntilDue };
  });
  expect(await watch.confirm()).toBe(true);
  expect(asked).toBe(2);
});
