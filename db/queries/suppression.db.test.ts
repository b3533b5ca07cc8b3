import { sql } from 'kysely';
import { expect } from 'vitest';

import type { Database } from '#db/client.ts';
import { countReaders } from './post-emails.ts';
import { test } from '#tests/database.ts';
import { addSubscriber } from '#tests/factories.ts';

/** How many subscribers the next email would go to. */
async function countAll(db: Database): Promise<number> {
  return (await countReaders(db, '00000000-0000-4000-8000-000000000000')).subscribers;
}

function suppressed(db: Database) {
  return db
    .selectFrom('suppressed_addresses')
    .select(['reason', 'ended_at'])
    .where('address_hash', '=', sql<Buffer>`address_hash('A@x.test')`)
    .executeTakeFirst();
}

test('every end of a subscription suppresses the address, and a confirmation ends that', async ({ db }) => {
  const id = await addSubscriber(db, 'a@X.test');
  const become = async (state: 'pending' | 'confirmed' | 'unsubscribed' | 'bounced' | 'complained') => {
    await db.updateTable('subscribers').set({ state }).where('id', '=', id).execute();
    return suppressed(db);
  };
  expect(await suppressed(db)).toBe(undefined);
  expect(await become('unsubscribed')).toEqual({ reason: 'unsubscribed', ended_at: null });
  expect(await become('pending')).toEqual({ reason: 'unsubscribed', ended_at: null });
  expect(await become('confirmed')).toEqual({ reason: 'unsubscribed', ended_at: expect.any(Date) });
  expect(await become('bounced')).toEqual({ reason: 'hard-bounce', ended_at: null });
  await become('confirmed');
  await db.updateTable('subscribers').set({ state: 'bounced', soft_bounces: 5 }).execute();
  expect(await suppressed(db)).toEqual({ reason: 'soft-bounces', ended_at: null });
  expect(await become('complained')).toEqual({ reason: 'complaint', ended_at: null });
  await become('confirmed');
  expect(await countAll(db)).toBe(1);
  await db.deleteFrom('subscribers').execute();
  expect(await suppressed(db)).toEqual({ reason: 'removed', ended_at: null });
});

test('who had unsubscribed and was erased counts as erased from then on', async ({ db }) => {
  await addSubscriber(db, 'a@x.test');
  await db.updateTable('subscribers').set({ state: 'unsubscribed' }).execute();
  await sql`update suppressed_addresses set since = now() - interval '1 day'`.execute(db);
  await db.deleteFrom('subscribers').execute();
  const { rows } = await sql`select reason, since = now() as "isNew" from suppressed_addresses`.execute(db);
  expect(rows).toEqual([{ reason: 'removed', isNew: true }]);
});

test('no email goes to a pending subscriber or to one whose address is suppressed', async ({ db }) => {
  await addSubscriber(db, 'a@x.test');
  await addSubscriber(db, 'pending@x.test', 'pending');
  expect(await countAll(db)).toBe(1);
  await sql`select suppress_address('A@X.TEST', 'complaint')`.execute(db);
  expect(await countAll(db)).toBe(0);
});
