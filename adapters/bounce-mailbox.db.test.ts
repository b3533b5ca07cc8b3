import { randomUUID } from 'node:crypto';
import { createServer, type Socket } from 'node:net';

import { afterAll, beforeAll, describe, expect } from 'vitest';

import type { Database } from '#db/client.ts';
import { readBounces } from '#domain/newsletter/read-bounces.ts';
import { bounceOf, bounceTestKey as key, emailed, statesOf } from '#tests/bounces.ts';
import { test } from '#tests/database.ts';
import { missingImapServer, startImapServer, type ImapServer } from '#tests/imap-server.ts';
import { listen } from '#server/http/port.ts';
import { createBounceMailbox } from './bounce-mailbox.ts';

const missing = missingImapServer();

describe.skipIf(missing !== null)('a mailbox of Dovecot', () => {
  let server: ImapServer;
  beforeAll(async () => {
    server = await startImapServer();
  });
  afterAll(() => server.stop());

  const read = (db: Database) =>
    readBounces(
      { db },
      createBounceMailbox(server.url, server.certificate),
      key,
      new AbortController().signal,
    );

  test('bounces are recorded once; automatic replies and forged addresses are no bounces', async ({ db }) => {
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
});

test('a server that offers no TLS gets no password', async ({ db }) => {
  const said: string[] = [];
  const plain = createServer((socket) => {
    socket.write('* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN] ready\r\n');
    socket.on('error', () => {});
    socket.on('data', (data) => {
      said.push(data.toString());
      socket.write(`${data.toString().split(' ')[0]} OK done\r\n`);
    });
  });
  const port = await listen(plain, { host: '127.0.0.1', port: 0 });
  const mailbox = createBounceMailbox(`imap://bounces:secret@127.0.0.1:${port}`);
  await expect(readBounces({ db }, mailbox, key, new AbortController().signal)).rejects.toThrow();
  expect(said.join('')).not.toMatch(/LOGIN|AUTHENTICATE|secret/i);
  await new Promise((resolve) => plain.close(resolve));
});

test('a silent mailbox server ends when the process stops, one that refuses is an error', async ({ db }) => {
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => void sockets.add(socket.on('error', () => {})));
  const port = await listen(silent, { host: '127.0.0.1', port: 0 });
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
