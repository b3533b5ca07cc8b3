import { sql } from 'kysely';
import { expect, test } from 'vitest';

import { createOwnDatabase } from '#tests/database.ts';
import { runTransaction, retryAfterDeadlock } from './transaction.ts';

test('of two transactions that wait for each other, the one that gives way is done again', async () => {
  const { db, drop } = await createOwnDatabase();
  const bothHaveOne = Promise.withResolvers<void>();
  const tries = [0, 0];
  const work = (own: 0 | 1) =>
    retryAfterDeadlock(() =>
      runTransaction(db, async (trx) => {
        await sql`set local deadlock_timeout = '10ms'`.execute(trx);
        await sql`select pg_advisory_xact_lock(${own}::integer)`.execute(trx);
        tries[own] = (tries[own] ?? 0) + 1;
        if (tries.every((howMany) => howMany > 0)) bothHaveOne.resolve();
        await bothHaveOne.promise;
        await sql`select pg_advisory_xact_lock(${1 - own}::integer)`.execute(trx);
        return own;
      }),
    );
  try {
    expect(await Promise.all([work(0), work(1)])).toEqual([0, 1]);
    expect(tries.toSorted()).toEqual([1, 2]);
  } finally {
    await drop();
  }
});
