import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { expect, onTestFinished, test } from 'vitest';

import { createWorkerProcesses } from './worker-processes.ts';

/** Job 0 has no end. */
const answers = `process.on('message', ({ job }) => job > 0 && process.send({ result: job, mustEnd: false }));`;

const idleMilliseconds = 100;

async function start() {
  const folder = await mkdtemp(join(tmpdir(), 'worker-processes-'));
  const file = join(folder, 'worker.mjs');
  await writeFile(file, answers);
  const limits = { workers: 2, waiting: 5, milliseconds: 20_000, idleMilliseconds, heapMegabytes: 64 };
  const workers = createWorkerProcesses<number, number>(file, limits);
  onTestFinished(async () => {
    await workers.close();
    await rm(folder, { recursive: true });
  });
  return workers;
}

test('a job that comes just when an idle process is ended runs in another one', async () => {
  const workers = await start();
  const first = workers.submit(1);
  expect(await first).toEqual({ result: 1 });
  // This timer comes right after that of the process, in the same turn of the event loop.
  await sleep(idleMilliseconds);
  expect(await workers.submit(2)).toEqual({ result: 2 });
});

test('a machine that starts no process is busy, and the next job runs once it does', async () => {
  const workers = await start();
  const program = process.execPath;
  process.execPath = '/nowhere/at/all';
  const jobs = [1, 2, 3].map((job) => workers.submit(job));
  process.execPath = program;
  expect(await Promise.all(jobs)).toEqual(['busy', 'busy', 'busy']);
  expect(await workers.submit(4)).toEqual({ result: 4 });
});

test('a job that the end of the product cuts off is no job that ended its process', async () => {
  const workers = await start();
  const job = workers.submit(0);
  await workers.close();
  expect(await job).toBe('busy');
});
