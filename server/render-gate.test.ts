import { expect, test } from 'vitest';

import { createRenderGate } from './render-gate.ts';

test('beyond the running ones requests wait in order, beyond the queue they are turned away', async () => {
  const gate = createRenderGate({ running: 1, waiting: 2 });
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
  const gate = createRenderGate({ running: 1, waiting: 1 });
  const leave = await gate.enter();
  const visit = new AbortController();
  const gone = gate.enter(visit.signal);
  visit.abort();

  expect(await gone).toBeUndefined();
  const next = gate.enter();
  leave?.();
  expect(await next).toBeDefined();
});
