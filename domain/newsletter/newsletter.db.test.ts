import { describe, expect } from 'vitest';

import type { Database } from '#db/client.ts';
import { erasePerson } from '#domain/messages/erase-person.ts';
import { csv } from '#domain/fields/csv.ts';
import { readCsv } from '#domain/fields/read-csv.ts';
import { hashToken } from '#domain/core/secrets.ts';
import { tokenPlace } from '#domain/email/enqueue-email.ts';
import { test } from '#tests/database.ts';
import { contextAs, contextOn, emailsIn, mailing, noNewsletter, textOf } from '#tests/factories.ts';
import { bounceKey, readBounceAddress } from './bounce-address.ts';
import { sendPendingConfirmations } from './send-confirmation.ts';
import { exportSubscribers, listSubscribers } from './list-subscribers.ts';
import { confirmSubscription, endSubscription } from './subscription-links.ts';
import { importSubscribers } from './import-subscribers.ts';
import { subscribe } from './subscribe.ts';

const ada = { email: ' Ada@Visitor.test ', page: '/blog' };
const everything = { state: '', search: '', page: 1 };

const emails = (db: Database) => db.selectFrom('jobs').select(['id', 'payload']).execute();

function subscribers(db: Database) {
  return db.selectFrom('subscribers').selectAll().orderBy('created_at').execute();
}

/** The token of the newest email. */
async function tokenIn(db: Database): Promise<string> {
  const all = await emails(db);
  return contextOn(db).emailToken(all.at(-1)?.id ?? '');
}

async function yesterday(db: Database): Promise<void> {
  await db
    .updateTable('subscribers')
    .set({ confirmation_sent_at: new Date(Date.now() - 25 * 3_600_000) })
    .execute();
}

describe('signing up', () => {
  test('without email keeps the address as pending and promises nothing', async ({ db }) => {
    await subscribe(contextOn(db), ada);
    expect(await subscribers(db)).toMatchObject([
      { email: 'ada@visitor.test', state: 'pending', page: '/blog' },
    ]);
    expect(await emails(db)).toEqual([]);
  });

  test('with email asks once a day at most, however often it is pressed', async ({ db }) => {
    const ctx = contextOn(db, mailing);
    for (let n = 0; n < 5; n += 1) await subscribe(ctx, ada);
    expect(await emails(db)).toHaveLength(1);
    await yesterday(db);
    await subscribe(ctx, ada);
    expect(await emails(db)).toHaveLength(2);
    expect(await subscribers(db)).toHaveLength(1);
  });

  test('the link confirms and is nowhere in the database; who confirmed is not asked again', async ({
    db,
  }) => {
    const ctx = contextOn(db, mailing);
    await subscribe(ctx, ada);
    const token = await tokenIn(db);
    const [subscriber] = await subscribers(db);
    expect(JSON.stringify([await emails(db), String(subscriber?.link_hashes[0])])).not.toContain(token);
    await confirmSubscription(ctx, token);
    await confirmSubscription(ctx, token);
    await yesterday(db);
    await subscribe(ctx, ada);
    expect(await subscribers(db)).toMatchObject([{ state: 'confirmed' }]);
    expect(await emails(db)).toHaveLength(1);
  });

  test('emails have headers to unsubscribe; an old link does not subscribe again', async ({ db }) => {
    const ctx = contextOn(db, mailing);
    await subscribe(ctx, ada);
    const [sent] = await emails(db);
    const token = await tokenIn(db);
    expect(sent?.payload['headers']).toEqual({
      'List-Unsubscribe': `<${ctx.origin}/newsletter/unsubscribe?token=${tokenPlace}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
    await confirmSubscription(ctx, token);
    await endSubscription(ctx, token);
    await confirmSubscription(ctx, token);
    expect(await subscribers(db)).toMatchObject([{ state: 'unsubscribed' }]);
    await yesterday(db);
    await subscribe(ctx, ada);
    const { items } = await listSubscribers(await contextAs(db, 'admin'), everything);
    expect(items).toMatchObject([{ state: 'pending', changedAt: null }]);
    await endSubscription(ctx, token);
    expect(await subscribers(db)).toMatchObject([{ state: 'unsubscribed' }]);
  });

  test('who fills the field that is to stay empty is told so and kept nowhere; a wrong link is one', async ({
    db,
  }) => {
    const ctx = contextOn(db, mailing);
    const filled = subscribe(ctx, { ...ada, website: 'x' });
    await expect(filled).rejects.toMatchObject({ message: expect.stringContaining('Nothing was stored.') });
    expect(await subscribers(db)).toEqual([]);
    for (const token of ['', 'x', 'a'.repeat(5_000)]) {
      await expect(confirmSubscription(ctx, token)).rejects.toMatchObject({ kind: 'not-found' });
      await expect(endSubscription(ctx, token)).rejects.toMatchObject({ kind: 'not-found' });
    }
    await expect(subscribe(ctx, { email: 'no address' })).rejects.toMatchObject({ kind: 'invalid' });
  });

  test('sends an email that returns to an address of its own, where bounces are read', async ({ db }) => {
    const newsletter = { ...noNewsletter, bounceAddress: 'bounces@firm.test' };
    const ctx = contextOn(db, { ...mailing, newsletter });
    await subscribe(ctx, ada);
    const [email] = await emails(db);
    const [subscriber] = await subscribers(db);
    expect(readBounceAddress(String(email?.payload['returnPath']), bounceKey(ctx))).toBe(subscriber?.id);
  });

  test('is limited by network', async ({ db }) => {
    const ctx = contextOn(db, { rateLimits: true });
    for (let n = 0; n < 5; n += 1) await subscribe(ctx, { email: `n${n}@visitor.test` });
    await expect(subscribe(ctx, ada)).rejects.toMatchObject({ kind: 'too-many' });
  });

  test('ends by no link with a changed character, and none of an erased subscriber', async ({ db }) => {
    const ctx = await contextAs(db, 'admin', mailing);
    await subscribe(ctx, ada);
    const token = await tokenIn(db);
    const changed = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
    await expect(endSubscription(ctx, changed)).rejects.toMatchObject({ kind: 'not-found' });
    await erasePerson(ctx, 'ada@visitor.test');
    await expect(endSubscription(ctx, token)).rejects.toMatchObject({ kind: 'not-found' });
  });

  test('links of posts by email exist from the confirmation or import on, for a backup', async ({ db }) => {
    const ctx = await contextAs(db, 'admin', mailing);
    await subscribe(ctx, ada);
    const known = async () => {
      const isKnown = ({ id, link_hashes: hashes }: { id: string; link_hashes: Buffer[] }) =>
        hashes.some((hash) => hash.equals(hashToken(ctx.emailToken(id))));
      return (await subscribers(db)).filter(isKnown).length;
    };
    expect(await known()).toBe(0);
    await confirmSubscription(ctx, await tokenIn(db));
    expect(await known()).toBe(1);
    const list = Array.from({ length: 1_200 }, (_, n) => `n${n}@x.test,Confirmed`);
    await importSubscribers(ctx, `Email,State\n${list.join('\n')}\nasked@x.test,Pending`);
    expect(await known()).toBe(1_201);
  });

  test('an address that bounced or complained is never asked again, even if it unsubscribed or was erased', async ({
    db,
  }) => {
    const ctx = await contextAs(db, 'admin', mailing);
    for (const state of ['bounced', 'complained'] as const) {
      await db.insertInto('subscribers').values({ email: 'ada@visitor.test' }).execute();
      await db.updateTable('subscribers').set({ state }).execute();
      await subscribe(ctx, ada);
      expect(await subscribers(db)).toMatchObject([{ state }]);
      // One press reports an email as spam and unsubscribes.
      await db.updateTable('subscribers').set({ state: 'unsubscribed' }).execute();
      await subscribe(ctx, ada);
      expect(await subscribers(db)).toMatchObject([{ state, stopped_at: expect.any(Date) }]);
      await erasePerson(ctx, 'ada@visitor.test');
      await subscribe(ctx, ada);
      expect(await subscribers(db)).toMatchObject([{ state }]);
      await erasePerson(ctx, 'ada@visitor.test');
    }
    expect(await emails(db)).toEqual([]);
  });
});

describe('the list', () => {
  test('is imported and exported as a file, where unsubscribed addresses stay so', async ({ db }) => {
    const ctx = await contextAs(db, 'admin');
    await importSubscribers(ctx, 'Email,State\ngone@x.test,Unsubscribed\nin@x.test,Confirmed');
    const again = await importSubscribers(ctx, 'Email,State\ngone@x.test,Confirmed\nnew@x.test,\nnobody,');
    expect(again).toEqual({ added: 1, known: 0, suppressed: 1, unreadable: 1 });
    expect(
      readCsv(await textOf(await exportSubscribers(ctx, everything))).map((row) => row.slice(0, 2).join(' ')),
    ).toEqual(['Email State', 'gone@x.test Unsubscribed', 'in@x.test Confirmed', 'new@x.test Pending']);
    const found = await listSubscribers(ctx, { ...everything, state: 'confirmed', search: 'IN@' });
    expect([found.found, found.total, found.items[0]?.email]).toEqual([1, 3, 'in@x.test']);
  });

  test('an import leaves out who unsubscribed, bounced, complained or was erased', async ({ db }) => {
    const ctx = await contextAs(db, 'admin');
    const gone = ['unsubscribed', 'bounced', 'complained', 'confirmed'] as const;
    const rows = gone.map((state) => ({ email: `${state}@x.test`, state }));
    await db.insertInto('subscribers').values(rows).execute();
    for (const state of gone) await erasePerson(ctx, `${state}@x.test`);
    const list = gone.map((state) => `${state.toUpperCase()}@x.test,Confirmed,2025-01-02`).join('\n');
    const file = `Email,State,Consent Date\n${list}\nnew@x.test,Confirmed,2025-01-02`;
    const result = { added: 1, known: 0, suppressed: 4, unreadable: 0 };
    expect(await importSubscribers(ctx, file, 'Trade fair')).toEqual(result);
    const { items } = await listSubscribers(ctx, everything);
    const consent = { consentAt: new Date('2025-01-02'), consentSource: 'Trade fair' };
    expect(items).toMatchObject([{ email: 'new@x.test', ...consent }]);
  });

  test('an exported file brings back the same people, whatever addresses begin with', async ({ db }) => {
    const ctx = await contextAs(db, 'admin');
    const addresses = ["'=a@x.test", "'a@x.test", '+a@x.test', '-a@x.test', '=a@x.test', 'a@x.test'];
    await importSubscribers(ctx, addresses.map((address) => csv([[address]])).join(''));
    const file = await textOf(await exportSubscribers(ctx, everything));
    expect(file).not.toMatch(/^"[+=-]/m);
    await db.deleteFrom('subscribers').execute();
    await db.deleteFrom('suppressed_addresses').execute();
    expect(await importSubscribers(ctx, `\uFEFF${file}`)).toMatchObject({ added: 6, known: 0 });
    expect((await listSubscribers(ctx, everything)).items.map(({ email }) => email).toSorted()).toEqual(
      addresses,
    );
  });

  test('those who were never asked are asked once, when email is set up', async ({ db, admin: ctx }) => {
    await subscribe(ctx, ada);
    await importSubscribers(ctx, 'Email,State\nfile@x.test,\nin@x.test,Confirmed\ngone@x.test,Unsubscribed');
    await expect(sendPendingConfirmations(ctx)).rejects.toMatchObject({ kind: 'invalid' });
    const withMail = { ...ctx, ...mailing };
    expect((await listSubscribers(withMail, everything)).neverAsked).toBe(2);
    expect([await sendPendingConfirmations(withMail), await sendPendingConfirmations(withMail)]).toEqual([
      2, 0,
    ]);
    await subscribe(withMail, ada);
    expect((await emailsIn(db)).map(({ to }) => to).toSorted()).toEqual(['ada@visitor.test', 'file@x.test']);
    await confirmSubscription(ctx, await tokenIn(db));
    expect((await listSubscribers(ctx, everything)).neverAsked).toBe(0);
  });

  test('erasing a person takes the subscription, its links and its emails', async ({ db }) => {
    const ctx = await contextAs(db, 'admin', mailing);
    await subscribe(ctx, ada);
    await subscribe(ctx, { email: 'other@visitor.test' });
    expect(await erasePerson(ctx, 'ada@visitor.test')).toEqual({ messages: 0, subscriptions: 1 });
    expect(await subscribers(db)).toMatchObject([{ email: 'other@visitor.test' }]);
    expect(await emails(db)).toMatchObject([{ payload: { to: 'other@visitor.test' } }]);
  });
});
