import { setTimeout as sleep } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { createLog } from '#adapters/log.ts';
import { repeatJob } from './repeat-job.ts';

const log = createLog({ level: 'silent' });

function job(run: (signal: AbortSignal) => Promise<void>, everyMilliseconds = 1_000_000) {
  return repeatJob({ name: 'A job', everyMilliseconds, run, log });
}

test('runs at the start, and again when it is woken, never twice at once', async () => {
  let runs = 0;
  let atOnce = 0;
  let most = 0;
  const { wake, stop } = job(async () => {
    runs += 1;
    most = Math.max(most, (atOnce += 1));
    await sleep(5);
    atOnce -= 1;
  });
  wake();
  wake();
  await expect.poll(() => runs).toBe(2);
  wake();
  await expect.poll(() => runs).toBe(3);
  await stop();
  expect(most).toBe(1);
});

test('goes on after a failure, by itself', async () => {
  let runs = 0;
  const { stop } = job(async () => {
    runs += 1;
    if (runs === 1) throw new Error('not this time');
  }, 5);
  await expect.poll(() => runs).toBeGreaterThan(2);
  await stop();
});

test('a failure is told once however often it comes, by however many runs at once, and its end once', async () => {
  const told: string[] = [];
  const lines = { write: (line: string) => void told.push(line), flush: async () => {}, flushNow() {} };
  let runs = 0;
  let isAway = true;
  const { stop } = repeatJob({
    name: 'A job',
    everyMilliseconds: 2,
    atOnce: 4,
    log: createLog({ level: 'info', lines }),
    async run() {
      runs += 1;
      await sleep(1);
      if (isAway) throw new Error('away');
    },
  });
  await expect.poll(() => runs).toBeGreaterThan(12);
  isAway = false;
  const before = runs;
  await expect.poll(() => runs).toBeGreaterThan(before + 12);
  await stop();
  expect(told).toHaveLength(2);
  expect(told[0]).toContain('"msg":"A job failed; it is tried again"');
  expect(told[1]).toContain('"msg":"A job works again"');
});

test('a stop waits for the run at hand, tells it, and lets no other begin', async () => {
  let runs = 0;
  let isOver = false;
  const { wake, stop } = job(async (signal) => {
    runs += 1;
    await sleep(1_000_000, undefined, { signal }).catch(() => {});
    isOver = true;
  });
  wake();
  await stop();
  expect(isOver).toBe(true);
  wake();
  await sleep(5);
  expect(runs).toBe(1);
});
