import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { Logger } from '#adapters/log.ts';

import { createContentVersionWatcher, type ContentVersion } from './content-version-watcher.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function silent(): void {}

test('only a database that has answered before is missed in the log', async () => {
  const { watch, check, warn } = start();
  check.mockRejectedValueOnce(new Error('The product is still starting.'));
  expect(await watch.confirm()).toBe(false);
  expect(warn).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_500);
  check.mockRejectedValueOnce(new Error('refused'));
  await vi.advanceTimersByTimeAsync(500);
  expect(warn).toHaveBeenCalledOnce();
});

function start() {
  const warn = vi.fn();
  const log: Logger = { debug: silent, info: silent, warn, error: silent };
  const state: { -readonly [Name in keyof ContentVersion]: ContentVersion[Name] } = {
    version: '1',
    millisecondsUntilDue: null,
  };
  const check = vi.fn(async (_since: string | undefined): Promise<ContentVersion> => ({ ...state }));
  const onChange = vi.fn<Parameters<typeof createContentVersionWatcher>[0]['onChange']>();
  const watch = createContentVersionWatcher({ check, onChange, log });
  /** The keys of each change so far; 'all' where everything may have changed. */
  const changes = () => onChange.mock.calls.map(([{ keys }]) => (keys ? [...keys] : 'all'));
  return { watch, check, state, changes, onChange, warn };
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
  const { watch, check, state, changes } = start();
  watch.start();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(check.mock.calls.length).toBeGreaterThan(100);
  expect(changes()).toHaveLength(1);
  state.version = '2';
  await vi.advanceTimersByTimeAsync(500);
  expect(changes()).toHaveLength(2);
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

test('only a write elsewhere is reported, with what it changed', async () => {
  const { watch, state, changes, check } = start();
  await watch.confirm();
  await vi.advanceTimersByTimeAsync(3000);
  expect(changes()).toEqual(['all']);
  Object.assign(state, { version: '2', changes: ['post:1', 'sitemap'] });
  await vi.advanceTimersByTimeAsync(500);
  expect(changes()).toEqual(['all', ['post:1', 'sitemap']]);
  Object.assign(state, { version: '9', changes: undefined });
  await vi.advanceTimersByTimeAsync(500);
  expect(changes().at(-1)).toBe('all');
  expect(check).toHaveBeenLastCalledWith('2');
});

test('a page from before a change may be shown until one second after it was last known to be current', async () => {
  const { watch, state, onChange } = start();
  await watch.confirm();
  const confirmedAt = performance.now();
  await vi.advanceTimersByTimeAsync(400);
  Object.assign(state, { version: '2', changes: ['post:1'] });
  watch.contentChanged();
  await watch.confirm();
  expect(onChange.mock.lastCall?.[0].staleUntil).toBe(confirmedAt + 1000);
});

test.each([
  ['what was withdrawn', ['post:1', 'withdrawn']],
  ['what is not known', undefined],
])('no page from before a change of %s may be shown', async (_, changed) => {
  const { watch, state, onChange } = start();
  await watch.confirm();
  Object.assign(state, { version: '2', changes: changed });
  await vi.advanceTimersByTimeAsync(500);
  expect(onChange.mock.lastCall?.[0].staleUntil).toBe(-Infinity);
});

test('after a write by this process nothing is current until what changed was read', async () => {
  const { watch, check, state, changes } = start();
  await watch.confirm();
  // A question that was asked before the write.
  const before = { ...state };
  const { promise, resolve } = Promise.withResolvers<ContentVersion>();
  check.mockImplementationOnce(() => promise);
  await vi.advanceTimersByTimeAsync(500);
  Object.assign(state, { version: '2', changes: ['list'] });
  watch.contentChanged();
  expect(watch.isCurrent()).toBe(false);
  resolve(before);
  expect(await watch.confirm()).toBe(true);
  expect(changes().at(-1)).toEqual(['list']);
});

test('two posts that come due shortly after one another are two changes', async () => {
  const { watch, state, changes } = start();
  Object.assign(state, { millisecondsUntilDue: 200, dueKeys: ['list', 'tag:1'] });
  await watch.confirm();
  await vi.advanceTimersByTimeAsync(200);
  expect(watch.isCurrent()).toBe(false);
  Object.assign(state, { millisecondsUntilDue: 100, dueKeys: ['list', 'tag:2'] });
  expect(await watch.confirm()).toBe(true);
  expect(changes()).toEqual(['all', ['list', 'tag:1']]);
  await vi.advanceTimersByTimeAsync(100);
  expect(watch.isCurrent()).toBe(false);
});

test("a step of the database's clock changes everything", async () => {
  const { watch, state, changes } = start();
  state.millisecondsUntilDue = 600_000;
  await watch.confirm();
  state.millisecondsUntilDue = null;
  await vi.advanceTimersByTimeAsync(500);
  expect(changes()).toEqual(['all', 'all']);
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

test('after two due moments at once everything may have changed: only the keys of the first were known', async () => {
  const { watch, state, changes } = start();
  Object.assign(state, { millisecondsUntilDue: 100, millisecondsUntilSecondDue: 150, dueKeys: ['tag:1'] });
  await watch.confirm();
  Object.assign(state, { millisecondsUntilDue: null, millisecondsUntilSecondDue: null, dueKeys: [] });
  await vi.advanceTimersByTimeAsync(500);
  expect(changes()).toEqual(['all', 'all']);
});
