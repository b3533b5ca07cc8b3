import { randomUUID } from 'node:crypto';
import { createServer, type AddressInfo, type Socket } from 'node:net';

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect } from 'vitest';

import type { Database } from '#db/client.ts';
import { bounceAddress } from '#domain/newsletter/bounce-address.ts';
import { readBounces } from '#domain/newsletter/read-bounces.ts';
import { test } from '#tests/database.ts';
import { missingImapServer, startImapServer, type ImapServer } from '#tests/imap-server.ts';
import { createBounceMailbox } from './bounce-mailbox.ts';

const key = Buffer.alloc(32, 7);
const missing = missingImapServer();

/** A confirmed subscriber with one email; its bounce address. */
async function emailed(db: Database, name: string): Promise<string> {
  const email = `${name}@x.test`;
  await db.insertInto('subscribers').values({ email, state: 'confirmed' }).execute();
  const { rows } = await sql<{ id: string }>`
    with sending as (insert into post_emails (number, audience) values (1, 'everybody') returning id)
    insert into post_email_recipients (post_email_id, post_id, subscriber_id, email, state, sent_at)
    select sending.id, gen_random_uuid(), s.id, s.email, 'sent', now() from sending, subscribers s
    where s.email = ${email} returning id`.execute(db);
  return bounceAddress('bounces@firm.test', rows[0]?.id ?? '', key);
}

async function statesOf(db: Database): Promise<Record<string, string>> {
  const rows = await db.selectFrom('subscribers').select(['email', 'state', 'soft_bounces']).execute();
  return Object.fromEntries(rows.map((row) => [row.email, `${row.state} ${row.soft_bounces}`]));
}

/** As Postfix writes it. */
function bounceOf(
  to: string,
  status: string,
  { action = 'failed', returned = 'Subject: x\n\nHello' } = {},
): string {
  return `Return-Path: <>
Delivered-To: ${to}
From: MAILER-DAEMON@mx.x.test (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
To: ${to}
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Description: Notification
Content-Type: text/plain; charset=us-ascii

This is the mail system. I'm sorry.

--b
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.x.test
Arrival-Date: Sun, 22 Nov 2026 10:00:00 +0000

Final-Recipient: rfc822; ada@x.test
Action: ${action}
Status: ${status}
Diagnostic-Code: smtp; 550 ${status} <ada@x.test>: no

--b
Content-Type: message/rfc822

${returned}
--b--
`;
}

describe.skipIf(missing !== null)('a mailbox of Dovecot', () => {
  let server: ImapServer;
  beforeAll(async () => {
    server = await startImapServer();
  });
  afterAll(() => server.stop());

  const read = (db: Database) =>
    readBounces({ db }, createBounceMailbox(server.url), key, new AbortController().signal);

  test('bounces are recorded and read once; automatic replies and forged addresses are not bounces', async ({
    db,
  }) => {
    const [hard, soft, delayed, away] = await Promise.all(
      ['hard', 'soft', 'delayed', 'away'].map((n) => emailed(db, n)),
    );
    await emailed(db, 'forged');
    await server.deliver(bounceOf(hard ?? '', '5.1.1', { returned: 'x'.repeat(3_000_000) }));
    await server.deliver(bounceOf(soft ?? '', '4.2.2'));
    await server.deliver(bounceOf(delayed ?? '', '4.4.1', { action: 'delayed' }));
    await server.deliver(
      `To: ${away}\nAuto-Submitted: auto-replied\nPrecedence: bulk\nX-Autoreply: yes\nSubject: Out of office\n\nI am away.\n\nAction: failed\nStatus: 5.1.1\n`,
    );
    const id = randomUUID().replaceAll('-', '');
    await server.deliver(bounceOf(`bounces+${id}-0123456789abcdef@firm.test`, '5.1.1'));
    await server.deliver(bounceOf('bounces@firm.test', '5.1.1'));
    expect(await read(db)).toEqual({ messages: 6, bounces: 2 });
    expect(await statesOf(db)).toEqual({
      'hard@x.test': 'bounced 0',
      'soft@x.test': 'confirmed 1',
      'delayed@x.test': 'confirmed 0',
      'away@x.test': 'confirmed 0',
      'forged@x.test': 'confirmed 0',
    });
    expect(await server.unread()).toBe(0);
    expect(await read(db)).toEqual({ messages: 0, bounces: 0 });
  });

  test('nested parts, endless headers and a message of 20 MB hold nothing up', async ({ db }) => {
    const last = await emailed(db, 'last');
    let nested = 'Content-Type: text/plain\n\nx';
    for (let n = 0; n < 400; n += 1)
      nested = `Content-Type: multipart/mixed; boundary="b${n}"\n\n--b${n}\n${nested}\n--b${n}--\n`;
    await server.deliver(nested);
    await server.deliver(`Content-Type: message/rfc822\n\n`.repeat(2_000));
    await server.deliver('X-Header: y\n'.repeat(200_000));
    await server.deliver(`Subject: large\n\n${'large '.repeat(3_500_000)}`);
    await server.deliver('\u0000\u0001\r\r\n--');
    await server.deliver(bounceOf(last, '5.1.1'));
    const before = process.memoryUsage().rss;
    expect(await read(db)).toMatchObject({ bounces: 1 });
    expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000);
    expect(await statesOf(db)).toEqual({ 'last@x.test': 'bounced 0' });
    expect(await server.unread()).toBe(0);
  });

  test('a run reads a bounded number of messages, and the next runs the others', async ({ db }) => {
    const last = await emailed(db, 'last');
    for (let n = 0; n < 1_500; n += 1) await server.deliver(`Subject: odd ${n}\n\nHello\n`);
    await server.deliver(bounceOf(last, '5.1.1'));
    expect(await read(db)).toEqual({ messages: 1_000, bounces: 0 });
    expect(await read(db)).toEqual({ messages: 501, bounces: 1 });
  });
});

test('a mailbox server that is silent ends when the process stops, and one that refuses is an error', async ({
  db,
}) => {
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => void sockets.add(socket.on('error', () => {}))).listen(
    0,
    '127.0.0.1',
  );
  await new Promise((resolve) => silent.once('listening', resolve));
  const { port } = silent.address() as AddressInfo;
  const mailbox = createBounceMailbox(`imap://a:b@127.0.0.1:${port}`);
  const stopping = new AbortController();
  const began = performance.now();
  const reading = readBounces({ db }, mailbox, key, stopping.signal);
  await expect.poll(() => sockets.size).toBe(1);
  stopping.abort();
  expect(await reading).toEqual({ messages: 0, bounces: 0 });
  expect(performance.now() - began).toBeLessThan(5_000);
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => silent.close(resolve));
  await expect(readBounces({ db }, mailbox, key, new AbortController().signal)).rejects.toThrow();
});
