import { sql } from 'kysely';
import { describe, expect } from 'vitest';

import type { Database } from '#db/client.ts';
import { isDomainError } from '#domain/core/errors.ts';
import { countLockWaits, test } from '#tests/database.ts';
import { contextOn } from '#tests/factories.ts';
import { type Limit, attemptKey, limitAttempts, takeBackAttempt } from './limit-attempts.ts';

const limit: Limit = { name: 'test', subject: 'one client', maxAttempts: 3, minutes: 15 };

async function outcome(work: Promise<void>): Promise<'taken' | 'refused'> {
  try {
    await work;
    return 'taken';
  } catch (error) {
    if (isDomainError(error) && error.kind === 'too-many') return 'refused';
    throw error;
  }
}

describe('limiting attempts', () => {
  test('lets as many through as it says, then says when to come back', async ({ db }) => {
    const ctx = contextOn(db, { rateLimits: true });
    for (let n = 0; n < 3; n += 1) await limitAttempts(ctx, [limit]);
    await expect(limitAttempts(ctx, [limit])).rejects.toMatchObject({
      kind: 'too-many',
      message: 'Too many attempts. Please try again in 15 minutes.',
      retryAfterSeconds: 900,
    });
  });

  test('attempts stop counting one by one, when they are older than the window', async ({ db }) => {
    const ctx = contextOn(db, { rateLimits: true });
    for (let n = 0; n < 3; n += 1) await limitAttempts(ctx, [limit]);
    await sql`update attempts set made_at[1] = now() - interval '16 minutes'`.execute(db);
    expect(await outcome(limitAttempts(ctx, [limit]))).toBe('taken');
    expect(await outcome(limitAttempts(ctx, [limit]))).toBe('refused');
  });

  test('attempts that a clock ahead counted do not count once it is right', async ({ db }) => {
    const ctx = contextOn(db, { rateLimits: true });
    for (let n = 0; n < 3; n += 1) await limitAttempts(ctx, [limit]);
    await sql`update attempts set made_at = array(select t + interval '1 year' from unnest(made_at) t)`.execute(
      db,
    );
    for (let n = 0; n < 3; n += 1) await limitAttempts(ctx, [limit]);
    expect(await outcome(limitAttempts(ctx, [limit]))).toBe('refused');
  });

  test('a limit does not affect another client', async ({ db }) => {
    const ctx = contextOn(db, { rateLimits: true });
    for (let n = 0; n < 5; n += 1) await outcome(limitAttempts(ctx, [limit]));
    expect(await outcome(limitAttempts(ctx, [{ ...limit, subject: 'another client' }]))).toBe('taken');
  });

  test('off is off', async ({ db }) => {
    for (let n = 0; n < 20; n += 1) await limitAttempts(contextOn(db), [limit]);
  });

  test('of fifty at once three get through; a second limit that refuses costs nothing', async ({ own }) => {
    const ctx = contextOn(own.db, { rateLimits: true });
    const wide: Limit = { name: 'wide', subject: 'everybody', maxAttempts: 100, minutes: 15 };
    const all = await Promise.all(
      Array.from({ length: 50 }, () => outcome(limitAttempts(ctx, [wide, limit]))),
    );
    expect(all.filter((one) => one === 'taken')).toHaveLength(3);
    const { rows } = await sql<{
      n: number;
    }>`select sum(cardinality(made_at))::int as n from attempts`.execute(own.db);
    expect(rows).toEqual([{ n: 6 }]);
  });

  test('takeBackAttempt locks in the order of limitAttempts, without deadlocks', async ({ own }) => {
    const { db } = own;
    const ctx = contextOn(db, { rateLimits: true });
    const [first, second] = [limit, { ...limit, subject: 'another client' }];
    // The rows lie in the table the other way round.
    await limitAttempts(ctx, [second, first]);
    const lock = (trx: Database, one: Limit) =>
      sql`select from attempts where key = ${attemptKey(one)} for update nowait`.execute(trx);
    const other = await db.startTransaction().execute();
    await lock(other, first);
    const giving = takeBackAttempt(ctx, [first, second]);
    await expect.poll(() => countLockWaits(db)).toBe(1);
    await expect(lock(other, second)).resolves.toBeDefined();
    await other.commit().execute();
    await giving;
    const { rows } = await sql`select from attempts where cardinality(made_at) > 0`.execute(db);
    expect(rows).toEqual([]);
  });
});
