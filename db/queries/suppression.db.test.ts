import { sql } from 'kysely';
import { expect } from 'vitest';

import type { Database } from '#db/client.ts';
import { test } from '#tests/database.ts';

async function insert(db: Database, email: string, fields: { state?: 'confirmed'; only?: boolean } = {}) {
  const { id } = await db
    .insertInto('subscribers')
    .values({ email, state: fields.state ?? 'confirmed', only_categories: fields.only ?? false })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function audience(db: Database, category: string | null = null): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select email from newsletter_audience(${category}) order by email`.execute(db);
  return rows.map(({ email }) => email);
}

function suppressed(db: Database) {
  return db
    .selectFrom('suppressed_addresses')
    .select(['reason', 'ended_at'])
    .where('address_hash', '=', sql<Buffer>`address_hash('A@x.test')`)
    .executeTakeFirst();
}

test('newsletter_audience is confirmed subscribers whose choice fits the category', async ({ db }) => {
  const category = async (slug: string) => {
    const values = { name: slug, slug };
    return (await db.insertInto('blog_categories').values(values).returning('id').executeTakeFirstOrThrow())
      .id;
  };
  const [news, other] = [await category('news'), await category('other')];
  await insert(db, 'all@x.test');
  const chooser = await insert(db, 'news@x.test', { only: true });
  await db
    .insertInto('subscriber_categories')
    .values({ subscriber_id: chooser, category_id: news })
    .execute();
  await db.insertInto('subscribers').values({ email: 'pending@x.test' }).execute();
  expect(await audience(db)).toEqual(['all@x.test']);
  expect(await audience(db, news)).toEqual(['all@x.test', 'news@x.test']);
  expect(await audience(db, other)).toEqual(['all@x.test']);
  await db.deleteFrom('blog_categories').where('id', '=', news).execute();
  expect(await audience(db, other)).toEqual(['all@x.test']);
});

test('every end of a subscription suppresses the address, and a confirmation ends that', async ({ db }) => {
  const id = await insert(db, 'a@X.test');
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
  expect(await audience(db)).toEqual(['a@X.test']);
  await db.deleteFrom('subscribers').execute();
  expect(await suppressed(db)).toEqual({ reason: 'removed', ended_at: null });
});

test('newsletter_audience leaves out a confirmed subscriber whose address is suppressed', async ({ db }) => {
  await insert(db, 'a@x.test');
  await sql`select suppress_address('A@X.TEST', 'complaint')`.execute(db);
  expect(await audience(db)).toEqual([]);
});
