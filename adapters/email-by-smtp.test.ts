import { once } from 'node:events';
import { createServer } from 'node:net';
import { setImmediate } from 'node:timers/promises';

import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';

import { composeEmail } from '#domain/email/compose-email.ts';
import { MailServerUnavailable } from '#domain/email/mailer.ts';
import {
  startMailServer,
  unfolded,
  useMailServer,
  type MailServerFailure,
  type ReceivedMail,
} from '#tests/mail-server.ts';
import { listen } from '#server/http/port.ts';
import { createSmtpMailer } from './email-by-smtp.ts';

let failure: MailServerFailure | null = null;
const server = useMailServer({ failure: () => failure });

beforeEach(() => {
  failure = null;
});

const from = { name: 'Anyforge', address: 'site@firm.test' };

/** A way out for one test; by the mail server of this file unless it says so. */
function open(options: Partial<Parameters<typeof createSmtpMailer>[0]> = {}) {
  const mailer = createSmtpMailer({ url: server.url, from: () => from, ...options });
  onTestFinished(() => mailer.close());
  return mailer;
}

function mailTo(to: string) {
  return composeEmail({
    to,
    subject: 'Grüße <b>',
    lines: ['A line with <script> & "quotes".'],
    link: { label: 'Go on', href: 'https://firm.test/x?a=1&b=2' },
    closing: ['The end.'],
  });
}

test('an email arrives in both shapes, in the brand, with nothing of its text taken for HTML', async () => {
  const mailer = open({ from: () => ({ ...from, accent: '#123456' }) });
  await mailer.send(mailTo('reader@firm.test'));
  const mail = await server.next('reader@firm.test');
  const { from: sender, to } = mail;
  const source = unfolded(mail);
  expect([sender, to]).toEqual(['site@firm.test', ['reader@firm.test']]);
  expect(source).toContain('Content-Type: text/plain');
  expect(source).toContain('Content-Type: text/html');
  expect(source).toContain('&lt;script&gt; &amp; &quot;quotes&quot;');
  expect(source).toContain('font-weight:600">Anyforge</p>');
  expect(source).toContain('background:#123456');
  expect(source).toContain('Auto-Submitted: auto-generated');
});

test('an email has its sender, its reply address and its id, and nothing that was not asked for', async () => {
  const mailer = open();
  await mailer.send({
    ...mailTo('full@firm.test'),
    replyTo: 'ada@visitor.test',
    id: '0f1e2d3c',
    headers: { 'List-Unsubscribe': '<https://firm.test/leave>' },
  });
  await mailer.send({ ...mailTo('plain@firm.test'), returnPath: 'bounces+1-2@firm.test' });

  const full = await server.next('full@firm.test');
  // Replies go to the visitor; bounces come to us, because the envelope is ours.
  expect([full.from, full.to]).toEqual(['site@firm.test', ['full@firm.test']]);
  expect(headersOf(full)).toEqual({
    From: 'Anyforge <site@firm.test>',
    To: 'full@firm.test',
    'Reply-To': 'ada@visitor.test',
    'Message-ID': '<0f1e2d3c@firm.test>',
    Subject: '=?UTF-8?Q?Gr=C3=BC=C3=9Fe_=3Cb=3E?=',
    'Auto-Submitted': 'auto-generated',
    'List-Unsubscribe': '<https://firm.test/leave>',
    ...shapes,
  });
  const plain = await server.next('plain@firm.test');
  expect([plain.from, plain.to]).toEqual(['bounces+1-2@firm.test', ['plain@firm.test']]);
  expect(headersOf(plain)).toEqual({
    From: 'Anyforge <site@firm.test>',
    To: 'plain@firm.test',
    'Message-ID': expect.stringMatching(/^<[\w-]+@firm\.test>$/),
    Subject: '=?UTF-8?Q?Gr=C3=BC=C3=9Fe_=3Cb=3E?=',
    'Auto-Submitted': 'auto-generated',
    ...shapes,
  });
});

const shapes = {
  Date: expect.any(String),
  'MIME-Version': '1.0',
  'Content-Type': expect.stringMatching(/^multipart\/alternative; boundary="[^"]+"$/),
};

/** The lines above the email, each name once. */
function headersOf({ source }: ReceivedMail): Record<string, string> {
  const head = source.slice(0, source.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ');
  const lines = head.split('\r\n').map((line) => line.split(/: (.*)/s));
  const headers = Object.fromEntries(lines.map(([name, value]) => [name, value]));
  expect(Object.keys(headers)).toHaveLength(lines.length);
  return headers;
}

test('an address stays one address, also the one for answers', async () => {
  const mailer = open();
  const before = server.received.length;
  for (const to of ['a@firm.test, b@firm.test', 'c@firm.test\r\nBcc: d@firm.test']) {
    // The server is asked about the whole of it, and knows no such address.
    await expect(mailer.send(mailTo(to)), to).rejects.toThrow('Bad recipient address');
    const returning = { ...mailTo(to), returnPath: 'bounces@firm.test' };
    await expect(mailer.send(returning), to).rejects.toThrow('Bad recipient address');
  }
  expect(server.received.slice(before)).toEqual([]);

  for (const [replyTo, written] of [
    ['a@visitor.test, b@visitor.test', '<"a@visitor.test, b"@visitor.test>'],
    ['a@visitor.test\r\nBcc: b@visitor.test', '<"a@visitor.test Bcc: b"@visitor.test>'],
  ] as const) {
    await mailer.send({ ...mailTo('answers@firm.test'), replyTo });
    const mail = await server.next('answers@firm.test');
    expect(mail.to).toEqual(['answers@firm.test']);
    expect(headersOf(mail)).toMatchObject({ To: 'answers@firm.test', 'Reply-To': written });
    expect(headersOf(mail)).not.toHaveProperty('Bcc');
  }
});

/** The result of one email to this server. */
function attempt(url: string, timeouts = { untilGreeting: 5_000, ofSilence: 5_000 }): Promise<unknown> {
  return open({ url, timeouts })
    .send(mailTo('reader@firm.test'))
    .catch((error: unknown) => error);
}

test.each<[string, MailServerFailure, RegExp]>([
  ['hangs up on everybody', { at: 'greeting', is: 'drops' }, /closed|ECONNRESET/],
  ['refuses all clients now', { at: 'greeting', is: 421 }, /421/],
  ['hangs up in the middle', { at: 'data', is: 'drops' }, /closed|ECONNRESET|EPIPE/],
])('a mail server that %s is away', async (_, is, words) => {
  failure = is;
  const error = await attempt(server.url);
  expect(error).toBeInstanceOf(MailServerUnavailable);
  expect(String(error)).toMatch(words);
});

test('a mail server that is not there, or lets us not in, is away', async () => {
  expect(String(await attempt('smtp://127.0.0.1:1'))).toMatch(/^MailServerUnavailable: .*ECONNREFUSED/);
  // No name can have so long a part, so no server outside is asked.
  expect(String(await attempt(`smtp://${'x'.repeat(64)}.test`))).toMatch(/^MailServerUnavailable: /);
  expect(String(await attempt(server.url.replace('//', '//site:wrong@')))).toMatch(
    /^MailServerUnavailable: /,
  );
});

test.each<[string, MailServerFailure]>([
  ['this reader for now', { at: 'recipient', is: 451 }],
  ['this reader for ever', { at: 'recipient', is: 550 }],
  ['this email for now', { at: 'end', is: 452 }],
  ['this email for ever', { at: 'end', is: 554 }],
])('a mail server that refuses %s is not away: others may fare better', async (_, is) => {
  failure = is;
  const error = await attempt(server.url);
  expect(error).not.toBeInstanceOf(MailServerUnavailable);
  expect(String(error)).toContain(String(is.is));
});

test('a mail server that says nothing is waited for so long and no longer', async () => {
  const silent = createServer();
  const port = await listen(silent, { host: '127.0.0.1', port: 0 });
  const short = { untilGreeting: 60, ofSilence: 60_000 };
  // Before the greeting, before the encryption, and in the middle of a conversation.
  expect(String(await attempt(`smtp://127.0.0.1:${port}`, short))).toMatch(
    /^MailServerUnavailable: .*[Gg]reeting/,
  );
  expect(String(await attempt(`smtps://127.0.0.1:${port}`, short))).toMatch(
    /^MailServerUnavailable: .*timeout/,
  );
  failure = { at: 'recipient', is: 'says nothing' };
  expect(String(await attempt(server.url, { untilGreeting: 60_000, ofSilence: 60 }))).toMatch(
    /^MailServerUnavailable: .*[Tt]imeout/,
  );
  silent.close();
});

test('a server that delays its greeting to unknown clients has a minute', async () => {
  const silent = createServer();
  const port = await listen(silent, { host: '127.0.0.1', port: 0 });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const mailer = open({ url: `smtp://127.0.0.1:${port}` });
  let outcome: unknown = 'waiting';
  const sending = mailer.send(mailTo('reader@firm.test')).catch((error: unknown) => (outcome = error));
  await once(silent, 'connection');
  await setImmediate();
  await vi.advanceTimersByTimeAsync(58_000);
  expect(outcome).toBe('waiting');
  await vi.advanceTimersByTimeAsync(2_000);
  await sending;
  expect(outcome).toBeInstanceOf(MailServerUnavailable);
  vi.useRealTimers();
  silent.close();
});

test('a way out that was closed lets nothing more out, and holds no connection', async () => {
  const mailer = open({ url: `${server.url}?pool=true` });
  await mailer.send(mailTo('pooled@firm.test'));
  mailer.close();
  await expect(mailer.send(mailTo('late@firm.test'))).rejects.toThrow(/closed/);
});

test('a signal aborts the wait for an answer', async () => {
  failure = { at: 'end', is: 'says nothing' };
  const mailer = open();
  const stop = new AbortController();
  const sending = mailer.send(mailTo('given-up@firm.test'), stop.signal);
  await server.next('given-up@firm.test');
  stop.abort();
  await expect(sending).rejects.toThrow(/abort/i);
});

test('encryption that is offered is taken, and nothing leaves to a server that cannot prove who it is', async () => {
  const impostor = await startMailServer({ startTls: true });
  expect(String(await attempt(impostor.url))).toMatch(/^MailServerUnavailable: .*certificate/);
  expect(impostor.received).toEqual([]);
  expect(await attempt(`${impostor.url}?tls.rejectUnauthorized=false`)).toBeUndefined();
  expect(impostor.received.map(({ isEncrypted }) => isEncrypted)).toEqual([true]);
  await impostor.stop();

  const before = server.received.length;
  expect(String(await attempt(server.url.replace('smtp:', 'smtps:')))).toMatch(/ssl|tls|wrong version/i);
  expect(String(await attempt(`${server.url}?requireTLS=true`))).toMatch(
    /^MailServerUnavailable: .*STARTTLS/,
  );
  expect(server.received.slice(before)).toEqual([]);
});
