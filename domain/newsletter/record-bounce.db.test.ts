import { randomUUID } from 'node:crypto';

import { sql } from 'kysely';
import { expect } from 'vitest';

import type { Database } from '#db/client.ts';
import { addRecipient } from '#tests/bounces.ts';
import { test } from '#tests/database.ts';
import { addSubscriber } from '#tests/factories.ts';
import { recordBounce } from './record-bounce.ts';

/** A confirmed subscriber and emails that were sent to them, a day apart, the last one today. */
async function emailed(db: Database, emails: number) {
  const subscriberId = await addSubscriber(db, 'ada@x.test');
  const recipients: string[] = [];
  for (let days = emails; days > 0; days -= 1) recipients.push(await addRecipient(db, subscriberId, days));
  return recipients;
}

async function stateOf(db: Database) {
  const { rows } = await sql<{ state: string; soft: number; suppressed: boolean; reason: string | null }>`
    select state, soft_bounces as soft, is_suppressed(email) as suppressed,
      (select reason from suppressed_addresses) as reason from subscribers`.execute(db);
  return rows[0];
}

test('a hard bounce and a complaint suppress the address at once and stand at the email', async ({ db }) => {
  const [first = '', second = ''] = await emailed(db, 2);
  await recordBounce({ db }, { kind: 'hard', about: { recipientId: first }, reason: '5.1.1 No such user' });
  expect(await stateOf(db)).toMatchObject({ state: 'bounced', suppressed: true, reason: 'hard-bounce' });
  await recordBounce({ db }, { kind: 'complaint', about: { recipientId: second }, reason: 'abuse' });
  expect(await stateOf(db)).toMatchObject({ state: 'complained', suppressed: true, reason: 'complaint' });
  await recordBounce({ db }, { kind: 'hard', about: { recipientId: second }, reason: '5.1.1' });
  expect(await stateOf(db)).toMatchObject({ state: 'complained', reason: 'complaint' });
  const rows = await db.selectFrom('post_email_recipients').selectAll().orderBy('sent_at').execute();
  expect(rows).toMatchObject([
    { bounced_at: expect.any(Date), bounce: '5.1.1 No such user', complained_at: null },
    { bounced_at: expect.any(Date), complained_at: expect.any(Date) },
  ]);
});

test('five soft bounces in a row suppress the address; the same email counts once', async ({ db }) => {
  const recipients = await emailed(db, 5);
  for (const [n, recipientId] of recipients.entries()) {
    for (let repeat = 0; repeat < 3; repeat += 1) {
      await recordBounce({ db }, { kind: 'soft', about: { recipientId }, reason: '4.2.2 Full' });
    }
    const isLast = n === 4;
    expect(await stateOf(db)).toMatchObject(
      isLast
        ? { state: 'bounced', suppressed: true, reason: 'soft-bounces' }
        : { state: 'confirmed', soft: n + 1, suppressed: false },
    );
  }
});

test('an email that arrived between soft bounces begins the row again', async ({ db }) => {
  const recipients = await emailed(db, 7);
  for (const [n, recipientId] of recipients.entries()) {
    if (n === 3) continue;
    await recordBounce({ db }, { kind: 'soft', about: { recipientId }, reason: '' });
  }
  expect(await stateOf(db)).toMatchObject({ state: 'confirmed', soft: 3, suppressed: false });
});

test('a report about an address is about its newest email, or suppresses an unknown one', async ({ db }) => {
  const [, newest] = await emailed(db, 2);
  await recordBounce({ db }, { kind: 'hard', about: { email: 'ADA@x.test' }, reason: 'gone' });
  const query = db.selectFrom('post_email_recipients').select('id').where('bounced_at', 'is not', null);
  const bounced = await query.execute();
  expect(bounced).toEqual([{ id: newest }]);
  await recordBounce({ db }, { kind: 'complaint', about: { email: 'other@x.test' }, reason: '' });
  await recordBounce({ db }, { kind: 'hard', about: { recipientId: randomUUID() }, reason: '' });
  expect(await db.selectFrom('suppressed_addresses').select('reason').orderBy('reason').execute()).toEqual([
    { reason: 'complaint' },
    { reason: 'hard-bounce' },
  ]);
});

test('a hard bounce of a confirmation suppresses the address, a soft one does not', async ({ db }) => {
  const recipientId = await addSubscriber(db, 'ada@x.test', 'pending');
  for (let n = 0; n < 6; n += 1) {
    await recordBounce({ db }, { kind: 'soft', about: { recipientId }, reason: '4.2.2' });
  }
  expect(await stateOf(db)).toMatchObject({ state: 'pending', soft: 0, suppressed: false });
  await recordBounce({ db }, { kind: 'hard', about: { recipientId }, reason: '5.1.1' });
  expect(await stateOf(db)).toMatchObject({ state: 'bounced', suppressed: true, reason: 'hard-bounce' });
  await recordBounce({ db }, { kind: 'hard', about: { recipientId: randomUUID() }, reason: '5.1.1' });
});
