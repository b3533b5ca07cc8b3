import { createServer } from 'node:http';

import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';

import { createEmailDelivery } from '#server/email/delivery.ts';
import { listen } from '#server/http/port.ts';
import { DatabaseUnavailable } from '#db/database-error.ts';
import { createServiceDelivery } from '#adapters/delivery-by-service.ts';
import { createSmtpMailer } from '#adapters/email-by-smtp.ts';
import { useDatabase } from '#tests/database.ts';
import { contactMessage, contextOn } from '#tests/factories.ts';
import { deliverNext, delivererOn } from '#tests/jobs.ts';
import { failingAt } from '#tests/failing-database.ts';
import { copiesIn, useMailServer, type MailServerFailure } from '#tests/mail-server.ts';
import type { Delivery } from './delivery.ts';
import { sendContactMessage } from '#domain/messages/store-message.ts';

const to = 'inbox@firm.test';
const origin = 'https://firm.test';
const sent = 2;

const { db } = useDatabase();
let failure: MailServerFailure | null;
const mailServer = useMailServer({ failure: () => failure });

beforeEach(async () => {
  failure = null;
  mailServer.received.length = 0;
  await sql`truncate messages, jobs cascade`.execute(db);
  const ctx = contextOn(db, { deliversMessages: true });
  for (let n = 1; n <= sent; n += 1) await sendContactMessage(ctx, contactMessage());
});

function byEmail(url: string) {
  const mail = createSmtpMailer({ url, from: () => ({ name: 'Anyforge', address: 'site@firm.test' }) });
  return createEmailDelivery({ mail, to, origin });
}

/** Everything that is due, once. */
async function deliverAll(delivery: Delivery): Promise<void> {
  await sql`update jobs set run_at = now()`.execute(db);
  for (let n = 0; n < sent; n += 1) await deliverNext(delivererOn(db, delivery));
}

const outbox = () => db.selectFrom('jobs').selectAll().execute();

const once = Array.from({ length: sent }, () => 1);

describe('a mail server that', () => {
  test.each<[string, MailServerFailure, RegExp]>([
    ['says "later" (451)', { at: 'recipient', is: 451 }, /451/],
    ['refuses the recipient (550)', { at: 'recipient', is: 550 }, /550/],
    ['refuses connections (421)', { at: 'greeting', is: 421 }, /421|greeting|closed/i],
    ['refuses the mail (554)', { at: 'end', is: 554 }, /554/],
    ['hangs up before the greeting', { at: 'greeting', is: 'drops' }, /closed|ECONNRESET|greeting/i],
    ['hangs up in the middle of a mail', { at: 'data', is: 'drops' }, /closed|ECONNRESET|EPIPE/i],
  ])('%s: the reason is kept, and each arrives once when it is well again', async (_, is, reason) => {
    failure = is;
    await deliverAll(byEmail(mailServer.url));
    const kept = await outbox();
    expect(kept).toHaveLength(sent);
    for (const entry of kept) {
      expect(entry).toMatchObject({ done_at: null, given_up_at: null, tries: 1 });
      expect(entry.last_error).toMatch(reason);
    }
    failure = null;
    mailServer.received.length = 0;
    await deliverAll(byEmail(mailServer.url));
    expect(copiesIn(mailServer)).toEqual(once);
    expect((await outbox()).filter(({ done_at }) => done_at === null)).toEqual([]);
  });

  test('takes the mail and hangs up without saying so: it comes again under the same id, for readers to drop', async () => {
    failure = { at: 'end', is: 'drops' };
    await deliverAll(byEmail(mailServer.url));
    expect((await outbox()).every((entry) => entry.done_at === null)).toBe(true);
    failure = null;
    await deliverAll(byEmail(mailServer.url));
    expect(copiesIn(mailServer)).toEqual(once.map(() => 2));
  });

  test.each<[string, MailServerFailure, number]>([
    ['was away: the first that is taken brings the others at once', { at: 'greeting', is: 'drops' }, sent],
    ['refused some: each of them waits for its own time', { at: 'recipient', is: 550 }, 1],
  ])('%s', async (_, is, delivered) => {
    failure = is;
    await deliverAll(byEmail(mailServer.url));
    failure = null;
    await sql`update jobs set run_at = now() where id = (select id from jobs limit 1)`.execute(db);
    while (await deliverNext(delivererOn(db, byEmail(mailServer.url))));
    expect(mailServer.received).toHaveLength(delivered);
  });

  test('says nothing holds up a process that stops for as long as that wants, and what it had is free again', async () => {
    failure = { at: 'greeting', is: 'says nothing' };
    const stopping = new AbortController();
    const trying = deliverNext(delivererOn(db, byEmail(mailServer.url)), stopping.signal);
    await expect.poll(async () => (await outbox()).filter(({ tries }) => tries === 1)).toHaveLength(1);
    stopping.abort();
    await trying;
    const { rows } = await sql<{ due: number }>`
      select count(*) as due from jobs where run_at <= now() and last_error is null`.execute(db);
    expect(rows[0]?.due).toBe(sent);
    failure = null;
    await deliverAll(byEmail(mailServer.url));
    expect(copiesIn(mailServer)).toEqual(once);
  });
});

test('a worker that wakes after it was taken for dead does not undo what another did', async () => {
  let fail = () => {};
  const frozen: Delivery = {
    deliver: () => new Promise<void>((_, reject) => (fail = () => reject(new Error('too late')))),
  };
  const sleeping = deliverNext(delivererOn(db, frozen));
  await expect.poll(async () => (await outbox()).filter(({ tries }) => tries === 1)).toHaveLength(1);
  await deliverAll(byEmail(mailServer.url));
  fail();
  await sleeping;
  const after = await outbox();
  expect(after.every(({ done_at, last_error }) => done_at !== null && last_error === null)).toBe(true);
});

test('an email-sending service that says nothing is left when the process stops', async () => {
  const service = createServer();
  const port = await listen(service, { host: '127.0.0.1', port: 0 });
  const byService = createServiceDelivery({
    endpoint: `http://127.0.0.1:${port}/`,
    userId: 'user',
    serviceId: 'service',
    contactTemplateId: 'contact',
    jvTemplateId: 'jv',
    to,
  });
  const stopping = new AbortController();
  const trying = deliverNext(delivererOn(db, byService), stopping.signal);
  await expect.poll(async () => (await outbox()).filter(({ tries }) => tries === 1)).toHaveLength(1);
  stopping.abort();
  expect(await trying).toBe(true);
  expect((await outbox()).every(({ last_error }) => last_error === null)).toBe(true);
  service.closeAllConnections();
  service.close();
});

test.for([3, 4])(
  'an email that the mail server took arrives once although statement %s after it fails',
  async (number) => {
    await sql`delete from jobs where id <> (select id from jobs limit 1)`.execute(db);
    const failing = failingAt(db, number, new DatabaseUnavailable('away', 'The database was killed.'));
    await deliverNext({ ...delivererOn(db, byEmail(mailServer.url)), db: failing.db });
    expect(failing.hasFailed()).toBe(true);
    await sql`update jobs set run_at = now()`.execute(db);
    await deliverNext(delivererOn(db, byEmail(mailServer.url)));
    expect(mailServer.received).toHaveLength(1);
  },
);
