import { expect } from 'vitest';

import { readBounces } from '#domain/newsletter/read-bounces.ts';
import { bounceOf, bounceTestKey, emailed, statesOf } from '#tests/bounces.ts';
import { test } from '#tests/database.ts';
import { missingImapServer, startImapServer } from '#tests/imap-server.ts';
import { createBounceMailbox } from './bounce-mailbox.ts';

const missing = missingImapServer();

test.skipIf(missing !== null)(
  '10,000 odd messages are read a thousand at a time, in bounded memory, and the bounce among them is found',
  async ({ db }) => {
    const server = await startImapServer();
    const mailbox = createBounceMailbox(server.url);
    const read = () => readBounces({ db }, mailbox, bounceTestKey, new AbortController().signal);
    try {
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
      for (let n = 0; n < 10_000; n += 1) await server.deliver(odd[n % odd.length]?.(n) ?? '');
      await server.deliver(bounceOf(address, '5.1.1'));
      const before = process.memoryUsage().rss;
      for (let run = 0; run < 10; run += 1) expect(await read()).toEqual({ messages: 1_000, bounces: 0 });
      expect(await statesOf(db)).toEqual({ 'last@x.test': 'confirmed 0' });
      expect(await read()).toEqual({ messages: 1, bounces: 1 });
      expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000);
      expect(await server.unread()).toBe(0);
    } finally {
      await server.stop();
    }
  },
);
