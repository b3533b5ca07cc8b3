import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';

import { claimJob, finishJob, insertJob, storeFailure } from '#db/queries/jobs.ts';
import { useDatabase } from '#tests/database.ts';
import { runSchedule, type Schedule } from './run-job.ts';

const { db } = useDatabase();
const stopping = new AbortController().signal;
let runs = 0;

beforeEach(async () => {
  runs = 0;
  await db.deleteFrom('jobs').execute();
});

const countRun = async () => (runs += 1);

/** Runs a schedule on several instances at once. */
const runOnThree = (schedule: Schedule) =>
  Promise.all([1, 2, 3].map(() => runSchedule(db, schedule, stopping)));

test('a schedule runs on one instance, and again after its interval', async () => {
  const schedule = { name: 'hourly', everyMilliseconds: 3_600_000, run: countRun };
  await runOnThree(schedule);
  await runOnThree(schedule);
  expect(runs).toBe(1);
  await sql`update jobs set run_at = run_at - interval '1 hour'`.execute(db);
  await runOnThree(schedule);
  expect(runs).toBe(2);
});

test('a schedule and a job that a clock ahead put off are due', async () => {
  const schedule = { name: 'hourly', everyMilliseconds: 3_600_000, run: countRun };
  await runOnThree(schedule);
  await sql`update jobs set run_at = now() + interval '30 days'`.execute(db);
  await runOnThree(schedule);
  expect(runs).toBe(2);
  await insertJob(db, 'delivery', {});
  await sql`update jobs set run_at = now() + interval '2 hours' where task = 'delivery'`.execute(db);
  expect(await claimJob(db, 'delivery', 30)).toBeUndefined();
  await sql`update jobs set run_at = now() + interval '30 days' where task = 'delivery'`.execute(db);
  expect(await claimJob(db, 'delivery', 30)).toBeDefined();
});

test('a delivery is not given up while the clock is wrong', async ({ onTestFinished }) => {
  const setNewest = (ahead: string) =>
    sql`update clock set newest_at = now() - ${ahead}::interval`.execute(db);
  onTestFinished(() => void setNewest('0'));
  await insertJob(db, 'delivery', {});
  const failure = { error: 'expired', nextAttemptAt: null, isServerUnavailable: false };
  for (const [ahead, isGivenUp] of [
    ['30 days', false],
    ['0', true],
  ] as const) {
    await setNewest(ahead);
    await sql`update jobs set run_at = now()`.execute(db);
    const job = await claimJob(db, 'delivery', 30);
    await storeFailure(db, job ?? { id: '', attempts: 0 }, failure);
    const stored = await db.selectFrom('jobs').select('given_up_at').executeTakeFirstOrThrow();
    expect(stored.given_up_at !== null, ahead).toBe(isGivenUp);
  }
});

test('a schedule with something to do runs on one instance at a time, also after one that was killed', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const schedule = { name: 'often', everyMilliseconds: 1_000, isDue: async () => true, run: countRun };
  const first = runSchedule(db, { ...schedule, run: () => held }, stopping);
  await expect.poll(() => db.selectFrom('jobs').select('key').execute()).toEqual([{ key: 'often' }]);
  await runSchedule(db, schedule, stopping);
  expect(runs).toBe(0);
  // As a killed instance leaves it, some seconds later.
  await sql`update jobs set run_at = run_at - interval '20 seconds'`.execute(db);
  await runSchedule(db, schedule, stopping);
  expect(runs).toBe(1);
  release();
  await first;
});

test('a schedule with nothing to do writes nothing', async () => {
  const schedule = { name: 'idle', everyMilliseconds: 1_000, isDue: async () => false, run: countRun };
  await runOnThree(schedule);
  expect([runs, await db.selectFrom('jobs').selectAll().execute()]).toEqual([0, []]);
});

test('a job is claimed by an instance that can do it, and by any once no instance is busy with its task', async () => {
  const actor = { userId: '', email: '', name: null, role: 'admin' } as const;
  await insertJob(db, 'import', { key: 'here', payload: { step: 'check', actor } });
  expect(await insertJob(db, 'import', { key: 'here', payload: { step: 'import', actor } })).toBe(false);
  expect(await claimJob(db, 'import', 30, ['there'])).toBeUndefined();
  await insertJob(db, 'import', { key: 'there', payload: { step: 'check', actor } });
  const busy = await claimJob(db, 'import', 30, ['there']);
  await sql`update jobs set run_at = now() - interval '31 seconds' where key = 'here'`.execute(db);
  // The instance that has its file may be the busy one.
  expect(await claimJob(db, 'import', 30, ['there'])).toBeUndefined();
  await finishJob(db, busy?.id ?? '');
  expect(await claimJob(db, 'import', 30, ['there'])).toMatchObject({ key: 'here', attempts: 1 });
  expect(await claimJob(db, 'import', 30, ['here'])).toBeUndefined();
  // As a killed instance leaves it.
  await sql`update jobs set run_at = now()`.execute(db);
  const job = await claimJob(db, 'import', 30, ['here']);
  expect(job).toMatchObject({ key: 'here', attempts: 2, payload: { step: 'check' } });
  await finishJob(db, job?.id ?? '');
  expect(await insertJob(db, 'import', { key: 'here', payload: { step: 'import', actor } })).toBe(true);
});
