import { setTimeout as pause } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { createConcurrencyLimit, type ConcurrencyLimits } from './concurrency-limit.ts';

function createLimit(limits: Partial<ConcurrencyLimits>, arrivals = () => 0) {
  return createConcurrencyLimit(
    { running: 32, steady: 4, waiting: 96, waitMilliseconds: 60_000, ...limits },
    arrivals,
  );
}

test('beyond the running ones requests wait in order, beyond the queue they are turned away', async () => {
  const gate = createLimit({ running: 1, waiting: 2 });
  const order: string[] = [];
  const leaveFirst = await gate.enter();
  const second = gate.enter().then((leave) => (order.push('second'), leave));
  const third = gate.enter().then((leave) => (order.push('third'), leave));

  expect(await gate.enter()).toBeUndefined();
  expect(order).toEqual([]);

  leaveFirst?.();
  const leaveSecond = await second;
  expect(order).toEqual(['second']);
  leaveSecond?.();
  (await third)?.();
  expect(order).toEqual(['second', 'third']);
  expect(await gate.enter()).toBeDefined();
});

test('who leaves the queue gives up the place in it', async () => {
  const gate = createLimit({ running: 1, waiting: 1 });
  const leave = await gate.enter();
  const leaving = new AbortController();
  const gone = gate.enter(leaving.signal);
  leaving.abort();

  expect(await gone).toBeUndefined();
  const next = gate.enter();
  leave?.();
  expect(await next).toBeDefined();
});

test('a wait that becomes too long ends, and the place goes to the next', async () => {
  const gate = createLimit({ running: 1, waitMilliseconds: 40 });
  const leave = await gate.enter();
  const began = performance.now();
  expect(await gate.enter()).toBeUndefined();
  expect(performance.now() - began).toBeLessThan(2_000);
  const next = gate.enter();
  leave?.();
  expect(await next).toBeDefined();
});

test('more than the steady number run while they only wait for the database, and not while they compute', async () => {
  const waiting = createLimit({ running: 12, steady: 2 });
  const entered: unknown[] = [];
  for (let n = 0; n < 20; n += 1) void waiting.enter().then((leave) => entered.push(leave));
  while (entered.length < 12) await pause(10);
  await pause(50);
  expect(entered).toHaveLength(12);

  const computing = createLimit({ running: 12, steady: 2 });
  let running = 0;
  let most = 0;
  const all = Array.from({ length: 30 }, async () => {
    const leave = await computing.enter();
    running += 1;
    most = Math.max(most, running);
    for (let turn = 0; turn < 3; turn += 1) {
      compute(8);
      await pause(0);
    }
    running -= 1;
    leave?.();
  });
  await Promise.all(all);
  expect(most).toBeLessThanOrEqual(3);
});

test('a render begins when no new request comes in, and soon even while some do', async () => {
  let arrivals = 0;
  const gate = createLimit({}, () => arrivals);
  let isIn = false;
  const stream = setInterval(() => (arrivals += 1), 0);
  const busy = { isOver: false };
  const everyTurn = () => {
    arrivals += 1;
    if (!busy.isOver) setImmediate(everyTurn);
  };
  everyTurn();
  void gate.enter().then(() => (isIn = true));
  for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate);
  expect(isIn).toBe(false);
  await pause(200);
  expect(isIn).toBe(true);
  busy.isOver = true;
  clearInterval(stream);
});

test('a render lets what is more urgent go first, but not for ever', async () => {
  const urgent = createLimit({});
  const gate = createConcurrencyLimit(
    { running: 4, steady: 4, waiting: 96, waitMilliseconds: 60_000 },
    () => 0,
    urgent,
  );
  const leaveUrgent = await urgent.enter();
  let isUrgentThrough = false;
  const askedAt = performance.now();
  const entered = gate.enter().then((leave) => {
    // On a busy machine the moment for which it gives way can be over before the other goes on.
    expect(isUrgentThrough || performance.now() - askedAt >= 50).toBe(true);
    leave?.();
  });
  await pause(15);
  isUrgentThrough = true;
  leaveUrgent?.();
  await entered;

  await urgent.enter();
  const began = performance.now();
  expect(await gate.enter()).toBeDefined();
  expect(performance.now() - began).toBeGreaterThan(20);
});

function compute(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}
