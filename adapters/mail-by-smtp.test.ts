import { afterAll, beforeAll, expect, test } from 'vitest';

import { composeMail } from '#domain/mail/compose-mail.ts';
import { ServerAway } from '#domain/mail/server-away.ts';
import { startMailServer, unfolded, type MailServer } from '#tests/mail-server.ts';
import { createSmtpMailer } from './mail-by-smtp.ts';

let server: MailServer;

beforeAll(async () => {
  server = await startMailServer();
});
afterAll(() => server.stop());

const from = { name: 'Anyforge', address: 'site@firm.test' };

function mailTo(to: string) {
  return composeMail({
    to,
    subject: 'Grüße <b>',
    lines: ['A line with <script> & "quotes".'],
    link: { label: 'Go on', href: 'https://firm.test/x?a=1&b=2' },
    closing: ['The end.'],
  });
}

test('an e-mail arrives in both shapes, with nothing of its text taken for HTML', async () => {
  const mailer = createSmtpMailer({ url: server.url, from });
  await mailer.send(mailTo('reader@firm.test'));
  mailer.close();
  const mail = await server.next('reader@firm.test');
  const { from: sender, to } = mail;
  const source = unfolded(mail);
  expect([sender, to]).toEqual(['site@firm.test', ['reader@firm.test']]);
  expect(source).toContain('Content-Type: text/plain');
  expect(source).toContain('Content-Type: text/html');
  expect(source).toContain('&lt;script&gt; &amp; &quot;quotes&quot;');
  expect(source).toContain('Auto-Submitted: auto-generated');
});

test('an address stays one address', async () => {
  const mailer = createSmtpMailer({ url: server.url, from });
  const before = server.received.length;
  for (const to of ['a@firm.test, b@firm.test', 'c@firm.test\r\nBcc: d@firm.test']) {
    // The server is asked about the whole of it, and knows no such address.
    await expect(mailer.send(mailTo(to)), to).rejects.toThrow('Bad recipient address');
  }
  mailer.close();
  expect(server.received.slice(before)).toEqual([]);
});

test('a mail server that is not there is an error', async () => {
  const mailer = createSmtpMailer({ url: 'smtp://127.0.0.1:1', from });
  const sending = mailer.send(mailTo('reader@firm.test'));
  await expect(sending).rejects.toThrow('ECONNREFUSED');
  await expect(sending).rejects.toBeInstanceOf(ServerAway);
  mailer.close();
});
