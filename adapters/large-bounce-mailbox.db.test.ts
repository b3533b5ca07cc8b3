import { expect, onTestFinished, test } from 'vitest';

import { readBounces } from '#domain/newsletter/read-bounces.ts';
import { bounceOf, bounceTestKey, emailed, statesOf } from '#tests/bounces.ts';
import { createOwnDatabase } from '#tests/database.ts';
import { missingImapServer, startImapServer } from '#tests/imap-server.ts';
import { createBounceMailbox } from './bounce-mailbox.ts';

const missing = missingImapServer();

test.skipIf(missing !== null)(
  '10,000 odd messages are read a thousand at a time, in bounded memory, and the bounce among them is found',
  { timeout: 300_000 },
  async () => {
    const own = await createOwnDatabase();
    onTestFinished(() => own.drop());
    const { db } = own;
    const server = await startImapServer();
    onTestFinished(() => server.stop());
    const mailbox = createBounceMailbox(server.url);
    const read = () => readBounces({ db }, mailbox, bounceTestKey, new AbortController().signal);
    const address = await emailed(db, 'last');
    const odd = [
      (n: number) => `Subject: odd ${n}\n\nHello\n`,
      () =>
        `To: ${address}\nAuto-Submitted: auto-replied\nX-Autoreply: yes\nPrecedence: bulk\nSubject: Out of office\n\nBack on Monday.\n`,
      () => `To: ${address}\nFrom: <>\nSubject: Undelivered Mail\n\nAction: failed\nStatus: 5.1.1\n`,
      () => bounceOf(address, '4.4.1', { action: 'delayed' }),
      () => bounceOf(`bounces+${'0'.repeat(32)}-${'0'.repeat(16)}@firm.test`, '5.1.1'),
      (n: number) =>
        `Subject: =?utf-8?B?${'\u00FF'.repeat(50)}?=\n\n${String.fromCharCode(n % 256).repeat(3_000)}`,
      () => 'Content-Type: multipart/report; boundary=""\n\n--\n\n----\n',
      () => '',
    ];
    for (let first = 0; first < 10_000; first += 100) {
      const part = Array.from({ length: 100 }, (_, n) => odd[(first + n) % odd.length]?.(first + n) ?? '');
      await Promise.all(part.map((source) => server.deliver(source)));
    }
    await server.deliver(bounceOf(address, '5.1.1'));
    const before = process.memoryUsage().rss;
    const counts = { messages: 0, bounces: 0 };
    // On a busy machine a run may end by its own time limit before it has read a thousand.
    for (let run = 0; run < 100 && counts.messages < 10_001; run += 1) {
      expect(await statesOf(db)).toEqual({ 'last@x.test': 'confirmed 0' });
      const { messages, bounces } = await read();
      expect(messages).toBeLessThanOrEqual(1_000);
      counts.messages += messages;
      counts.bounces += bounces;
    }
    expect(counts).toEqual({ messages: 10_001, bounces: 1 });
    expect(await statesOf(db)).toEqual({ 'last@x.test': 'bounced 0' });
    expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000);
    expect(await server.unread()).toBe(0);
  },
);
