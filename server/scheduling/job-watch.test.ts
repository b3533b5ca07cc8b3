import { expect, test } from 'vitest';

import { createLog } from '#adapters/log.ts';
import { createJobWatch } from './job-watch.ts';
import { repeatJob } from './repeat-job.ts';

const log = createLog({ level: 'silent' });
const minute = 60_000;

test('a job that does not come back in its longest time is named, until it does', async () => {
  let now = 0;
  const watch = createJobWatch(() => now);
  const { promise: hung, resolve } = Promise.withResolvers<void>();
  const job = { name: 'backups', everyMilliseconds: 1_000_000, run: () => hung };
  const { stop } = repeatJob(job, log, watch.watch('backups', minute, ['Backup', 10]));
  now = 10 * minute - 1;
  expect(watch.problems()).toEqual({ backups: null });
  now = 10 * minute;
  expect(watch.problems()).toEqual({ backups: 'Backup has not come back for 10 minutes.' });
  resolve();
  await expect.poll(watch.problems).toEqual({ backups: null });
  await stop();
});

test('a job that fails again and again is named once its last success is too long ago', async () => {
  let now = 0;
  let fails = true;
  const watch = createJobWatch(() => now);
  const run = async () => {
    if (fails) throw new Error('No.');
  };
  const { wake, stop } = repeatJob(
    { name: 'bounces', everyMilliseconds: 1_000_000, run },
    log,
    watch.watch('bounces', minute, ['Bounce mailbox', 10]),
  );
  await expect.poll(() => watch.problems()['bounces']).toBeNull();
  now = 11 * minute;
  await expect.poll(watch.problems).toEqual({ bounces: 'Bounce mailbox has not succeeded for 10 minutes.' });
  fails = false;
  wake();
  await expect.poll(watch.problems).toEqual({ bounces: null });
  await stop();
});
