import { sql } from 'kysely';
import { describe, expect } from 'vitest';

import { test } from '#tests/database.ts';
import type { Database } from '#db/client.ts';
import { contextOn, emailsIn, mailing } from '#tests/factories.ts';
import { resendConfirmation, sendConfirmation } from './confirm-email.ts';

const site = (db: Database, overrides = {}) =>
  contextOn(db, { emailConfirmation: true, ...mailing, ...overrides });

async function newUser(db: Database, email: string, isConfirmed: boolean): Promise<void> {
  await sql`insert into users (email, email_verified) values (${email}, ${isConfirmed})`.execute(db);
}

const recipients = async (db: Database) => (await emailsIn(db)).map(({ to }) => to);

describe('resendConfirmation', () => {
  test('sends another email right after one was sent, and the earlier link ends', async ({ db }) => {
    await newUser(db, 'new@firm.test', false);
    await sendConfirmation(site(db), 'new@firm.test');
    const links = sql<{ token_hash: Buffer }>`select token_hash from account_links`;
    const [first] = (await links.execute(db)).rows;
    await sendConfirmation(site(db), 'new@firm.test');
    expect(await recipients(db)).toHaveLength(1);
    await resendConfirmation(site(db), ' NEW@firm.test ');
    expect(await recipients(db)).toEqual(['new@firm.test', 'new@firm.test']);
    const { rows } = await links.execute(db);
    expect(rows).toHaveLength(1);
    expect(rows[0]).not.toEqual(first);
  });

  test('sends nothing to a confirmed or unknown address, or where nothing is confirmed', async ({ db }) => {
    await newUser(db, 'known@firm.test', true);
    await newUser(db, 'new@firm.test', false);
    await resendConfirmation(site(db), 'known@firm.test');
    await resendConfirmation(site(db), 'unknown@firm.test');
    await resendConfirmation(site(db, { emailConfirmation: false }), 'new@firm.test');
    expect(await recipients(db)).toEqual([]);
  });

  test.for(['new@firm.test', 'unknown@firm.test'])(
    'is limited to three an hour for an address, and answers after the same time: %s',
    async (email, { db }) => {
      await newUser(db, 'new@firm.test', false);
      const from = (clientAddress: string) => site(db, { rateLimits: true, clientAddress });
      for (let n = 0; n < 3; n += 1) {
        const started = performance.now();
        await resendConfirmation(from(`192.0.2.${n}`), email);
        expect(performance.now() - started).toBeGreaterThanOrEqual(499);
      }
      await expect(resendConfirmation(from('192.0.2.9'), email)).rejects.toMatchObject({ kind: 'too-many' });
    },
  );

  test('refuses what is no address', async ({ db }) => {
    await expect(resendConfirmation(site(db), 'x')).rejects.toMatchObject({ kind: 'invalid' });
  });
});
