import { setTimeout as sleep } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { createLog } from '#adapters/log.ts';
import { repeatJob } from './repeat-job.ts';

const log = createLog({ level: 'silent' });

function job(run: (signal: AbortSignal) => Promise<void>, everyMilliseconds = 1_000_000) {
  return repeatJob({ name: 'A job', everyMilliseconds, run }, log);
}

test('a job runs at the start and after each wake, never twice at once', async () => {
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

test('a job runs again after a failure', async () => {
  let runs = 0;
  const { stop } = job(async () => {
    runs += 1;
    if (runs === 1) throw new Error('not this time');
  }, 5);
  await expect.poll(() => runs).toBeGreaterThan(2);
  await stop();
});

test('repeated failures of parallel runs are logged once, and so is the first success after them', async () => {
  const told: string[] = [];
  const lines = { write: (line: string) => void told.push(line), startWriting() {}, flush: async () => {} };
  let runs = 0;
  let isAway = true;
  const failing = {
    name: 'A job',
    everyMilliseconds: 2,
    atOnce: 4,
    async run() {
      runs += 1;
      await sleep(1);
      if (isAway) throw new Error('away');
    },
  };
  const { stop } = repeatJob(failing, createLog({ level: 'info', lines }));
  await expect.poll(() => runs).toBeGreaterThan(12);
  isAway = false;
  const before = runs;
  await expect.poll(() => runs).toBeGreaterThan(before + 12);
  await stop();
  expect(told).toHaveLength(2);
  expect(told[0]).toContain('"msg":"A job failed; it is tried again"');
  expect(told[1]).toContain('"msg":"A job works again"');
});

test('a stop aborts the current run, waits for it, and lets no other start', async () => {
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
