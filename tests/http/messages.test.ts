import { expect, test } from 'vitest';

import { deriveKey } from '#domain/core/secrets.ts';
import { emailEventAddresses } from '#domain/newsletter/receive-email-event.ts';
import { createClient, sessionSecret } from '#tests/client.ts';
import { linkIn, useMailServer } from '#tests/mail-server.ts';
import { ownerSettings, signIn } from '#tests/people.ts';
import { useProduct } from '#tests/product.ts';

const mail = useMailServer();
const product = useProduct(() => ({ ...mail.settings, ...ownerSettings }));

async function stateOf(email: string): Promise<string | undefined> {
  const query = product.database.db.selectFrom('subscribers').select('state').where('email', '=', email);
  const row = await query.executeTakeFirst();
  return row?.state;
}

function answerTo(email: string): Promise<string> {
  return createClient(product)
    .post('/newsletter', { email, website: '', elapsed: '', page: '', campaign: '' })
    .then(async (answer) => `${answer.status} ${(await answer.text()).replaceAll(/nonce="[^"]*"/g, '')}`);
}

/** As a mailbox does it: from elsewhere, without cookies, nothing but the button's word (RFC 8058). */
function oneClick(link: string, more: Record<string, string> = {}): Promise<Response> {
  return fetch(link, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...more },
    body: 'List-Unsubscribe=One-Click',
  });
}

test('a refused form says what to do beside each field, and in one list that leads to them', async () => {
  const answer = await createClient(product).post('/contact', { name: 'Ada', email: 'no-address' });
  const html = await answer.text();
  expect([answer.status, /<form [^>]*novalidate/i.test(html)]).toEqual([422, true]);
  expect(html).toMatch(/role="alert"[^>]*><p>Please check 3 fields\.<\/p>/);
  for (const name of ['email', 'subject', 'message'])
    for (const part of [
      `<a href="#${name}">Please`,
      `aria-describedby="${name}-error"`,
      `id="${name}-error">Please`,
    ])
      expect(html).toContain(part);
  expect(html).not.toContain('id="name-error"');
});

test('the longest message is taken in every script, also from a form that is not multipart', async () => {
  const fields = { name: 'Ada', email: 'ada@visitor.test', subject: 'Long', message: '長'.repeat(10_000) };
  const { status } = await fetch(`${product.origin}/contact`, {
    method: 'POST',
    headers: { origin: product.origin },
    body: new URLSearchParams({ ...fields, website: '', elapsed: '60000' }),
  });
  expect(status).toBe(200);
});

test('a subscription is confirmed and ended by POST only: GET of the emailed links changes nothing', async () => {
  const email = 'ada@visitor.test';
  const first = await answerTo(email);
  expect(first).toMatch(/^200 [^]*Almost done\. We sent you an email/);
  const message = await mail.next(email);
  const link = linkIn({ ...message, source: message.source.slice(message.source.indexOf('\r\n\r\n')) });
  expect(message.source).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
  const ending = /^List-Unsubscribe:\s+<(\S+)>\r$/m.exec(message.source)?.[1] ?? '';

  for (const address of [link, ending]) {
    for (const method of ['GET', 'HEAD']) {
      const answer = await fetch(address, { method });
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    }
    expect((await fetch(address, { method: 'PUT', headers: { origin: product.origin } })).status).toBe(405);
    expect(await stateOf(email)).toBe('pending');
  }
  const html = await (await fetch(link)).text();
  expect(html).toContain('Confirm subscription</button>');
  const token = new URL(link).searchParams.get('token') ?? '';
  const confirmed = await createClient(product).post('/newsletter/confirm', { token });
  expect([confirmed.status, await stateOf(email)]).toEqual([200, 'confirmed']);
  expect(await confirmed.text()).toMatch(
    /<h1>You are subscribed<[^]*role="status"[^>]*>[^]*Your subscription is confirmed\.[^]*New posts come to this address\./,
  );

  expect(await answerTo(email)).toBe(first);
  expect(await answerTo('new-reader@visitor.test')).toBe(first);
  const webmail = { origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' };
  expect((await oneClick(ending, { ...webmail, cookie: 'a=b' })).status).toBe(403);
  expect(await stateOf(email)).toBe('confirmed');
  expect((await oneClick(ending, webmail)).status).toBe(200);
  expect(await stateOf(email)).toBe('unsubscribed');
});

test('an unknown token is answered with an error and changes nothing', async () => {
  for (const path of ['/newsletter/confirm', '/newsletter/unsubscribe']) {
    const answer = await oneClick(`${product.origin}${path}?token=x`);
    expect([answer.status, (await answer.text()).includes('This link is not valid any more.')]).toEqual([
      404,
      true,
    ]);
  }
});

test('POST /newsletter with an invalid email shows the error at the field and keeps the value', async () => {
  const answer = await answerTo('<invalid>');
  expect(answer).toMatch(/^422 /);
  expect(answer).toContain('Please enter a valid email address.');
  expect(answer).toContain('&lt;invalid&gt;');
});

test('public pages show only the configured contact address', async () => {
  const visitor = createClient(product);
  const page = await (await visitor.get('/contact')).text();
  // Beside the form and in the footer.
  expect(page.match(/href="mailto:[^"]*"/g)).toEqual([
    'href="mailto:site@firm.test"',
    'href="mailto:site@firm.test"',
  ]);
  const refused = await visitor.post('/contact', {}, { 'content-type': 'text/plain' });
  const footer = /<footer.*<\/footer>/s;
  expect([refused.status, footer.exec(await refused.text())?.[0]]).toEqual([415, footer.exec(page)?.[0]]);
});

test('POST /api/email-events/:service/:token takes an event once, and nothing from others, of bounded size', async () => {
  const { db } = product.database;
  await db.insertInto('subscribers').values({ email: 'gone@visitor.test', state: 'confirmed' }).execute();
  const { origin } = product;
  const [ses, postmark] = emailEventAddresses({ origin, deriveKey: (use) => deriveKey(sessionSecret, use) });
  const send = async (address: string | undefined, body: string) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(address ?? '', { method: 'POST', headers, body });
    await answer.arrayBuffer();
    return answer.status;
  };
  const event = { RecordType: 'Bounce', ID: 1, Type: 'HardBounce', Email: 'gone@visitor.test' };
  const body = JSON.stringify(event);
  expect(await send(`${origin}/api/email-events/postmark/another-token`, body)).toBe(404);
  expect(await send(postmark?.address.replace('postmark', 'unknown'), body)).toBe(404);
  expect(await send(postmark?.address, ' '.repeat(300_000))).toBe(413);
  expect(await send(ses?.address, body)).toBe(403);
  expect(await stateOf('gone@visitor.test')).toBe('confirmed');
  for (let times = 0; times < 2; times += 1) expect(await send(postmark?.address, body)).toBe(200);
  expect(await stateOf('gone@visitor.test')).toBe('bounced');
  expect(product.output()).not.toContain(postmark?.address.split('/').pop());
});

test('a message is shown to a manager as text, with the page and campaign it came from, and goes out as a file', async () => {
  const secret = 'zebra-quartz-4711';
  const payload = `<script>alert('${secret}')</script>`;
  const { client: manager } = await signIn(product);
  const sent = await createClient(product).post('/contact', {
    name: payload,
    email: 'ada@visitor.test',
    subject: 'Hello',
    message: `${payload}\n\n  indented`,
    website: '',
    elapsed: '',
    page: '/blog/hello',
    campaign: 'spring',
  });
  expect(sent.status).toBe(200);
  const { id } = await product.database.db
    .selectFrom('messages')
    .select('id')
    .where('subject', '=', 'Hello')
    .executeTakeFirstOrThrow();
  for (const path of ['/admin', '/admin/messages', `/admin/messages/${id}`]) {
    const html = await (await manager.get(path)).text();
    expect(html, path).toContain(secret);
    expect(html, path).not.toContain('<script>alert(');
  }
  const html = await (await manager.get(`/admin/messages/${id}`)).text();
  for (const words of ['/blog/hello', 'spring']) expect(html).toContain(words);

  const file = await manager.get('/admin/messages/export');
  expect(file.headers.get('content-disposition')).toContain('messages.csv');
  expect(file.headers.get('cache-control')).toContain('no-store');
  const bytes = Buffer.from(await file.arrayBuffer());
  expect(bytes.subarray(0, 3).toString('hex')).toBe('efbbbf');
  expect(bytes.toString()).toContain('ada@visitor.test');
  expect((await manager.get('/admin/messages/x')).status).toBe(404);
});
