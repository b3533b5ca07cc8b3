import { describe, expect } from 'vitest';

import type { Database } from '#db/client.ts';
import { test } from '#tests/database.ts';
import { contextAs, contextOn, emailsIn, mailing } from '#tests/factories.ts';
import { requestPasswordReset } from './reset-password.ts';

/** A visitor in the network 198.51.`n`.0, at a site that sends email and limits attempts. */
const visitor = (db: Database, n: number) =>
  contextOn(db, { ...mailing, rateLimits: true, clientAddress: `198.51.${n}.1` });
const emailsTo = async (db: Database, address: string) =>
  (await emailsIn(db)).filter(({ to }) => to === address).length;

describe('requesting a new password', () => {
  test('sends three emails an hour to an address, with one answer for every network', async ({ db }) => {
    const { email } = (await contextAs(db, 'editor')).actor;
    const other = (await contextAs(db, 'editor')).actor.email;
    for (let n = 0; n < 6; n += 1) {
      const typed = n % 2 === 0 ? email : ` ${email.toUpperCase()} `;
      expect(await requestPasswordReset(visitor(db, n), typed)).toBeUndefined();
    }
    expect(await emailsTo(db, email)).toBe(3);
    await requestPasswordReset(visitor(db, 1), other);
    expect(await emailsTo(db, other)).toBe(1);
  });

  test('a fourth request reports that the limit was reached, and nothing else', async ({ db }) => {
    const { email } = (await contextAs(db, 'editor')).actor;
    for (let n = 0; n < 3; n += 1) await requestPasswordReset(visitor(db, n), email);
    const last = visitor(db, 3);
    await requestPasswordReset(last, email);
    expect(last.securityEvents).toMatchObject([{ event: 'limit-reached' }]);
    expect(await db.selectFrom('activity').selectAll().execute()).toHaveLength(3);
  });

  test('is refused to a network after ten requests an hour, for whatever addresses', async ({ db }) => {
    const ctx = visitor(db, 0);
    for (let n = 0; n < 10; n += 1) await requestPasswordReset(ctx, `n${n}@visitor.test`);
    const { email } = (await contextAs(db, 'editor')).actor;
    await expect(requestPasswordReset(ctx, email)).rejects.toMatchObject({ kind: 'too-many' });
    expect(await emailsTo(db, email)).toBe(0);
  });
});
