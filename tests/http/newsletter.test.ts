import { afterAll, beforeAll, expect, test } from 'vitest';

import { deriveKey } from '#domain/accounts/secrets.ts';
import { emailEventAddresses } from '#domain/newsletter/receive-email-event.ts';
import { createClient } from '#tests/client.ts';
import { linkIn, startMailServer, type MailServer } from '#tests/mail-server.ts';
import { startProduct, type RunningProduct } from '#tests/product.ts';

const secret = 'a secret of this site, long enough for it';

let mail: MailServer;
let product: RunningProduct;

beforeAll(async () => {
  mail = await startMailServer();
  product = await startProduct({
    EMAIL_TRANSPORT: 'smtp',
    SMTP_URL: mail.url,
    CONTACT_EMAIL: 'site@firm.test',
    SESSION_SECRET: secret,
  });
});
afterAll(async () => {
  await product.stop();
  await mail.stop();
});

async function stateOf(email: string): Promise<string | undefined> {
  const row = await product.database.db
    .selectFrom('subscribers')
    .select('state')
    .where('email', '=', email)
    .executeTakeFirst();
  return row?.state;
}

function answerTo(email: string): Promise<string> {
  return createClient(product)
    .post('/newsletter', { email, website: '', elapsed: '', page: '', campaign: '' })
    .then(async (answer) => `${answer.status} ${(await answer.text()).replaceAll(/nonce="[^"]*"/g, '')}`);
}

/** As a mailbox does it: from elsewhere, without cookies, nothing but the button's word (RFC 8058). */
function oneClick(link: string): Promise<Response> {
  return fetch(link, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  });
}

test('a subscription is confirmed and ended by POST only: GET of the emailed links changes nothing', async () => {
  const email = 'ada@visitor.test';
  const first = await answerTo(email);
  expect(first).toMatch(/^200 /);
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

  expect(await answerTo(email)).toBe(first);
  expect(await answerTo('new-reader@visitor.test')).toBe(first);
  expect((await oneClick(ending)).status).toBe(200);
  expect(await stateOf(email)).toBe('unsubscribed');
});

test('40 GET and HEAD of every link of an email change nothing; the preferences are saved by POST', async () => {
  const { db } = product.database;
  await db
    .insertInto('blog_categories')
    .values([{ name: 'Engineering', slug: 'engineering' }])
    .execute();
  const email = 'scanned@visitor.test';
  await answerTo(email);
  const { source } = await mail.next(email);
  const text = source.replaceAll('=\r\n', '').replaceAll('=3D', '=');
  const links = new Set(text.match(/http:[^\s>"]+token=[\w-]+/g));
  expect([...links].map((link) => new URL(link).pathname).toSorted()).toEqual([
    '/newsletter/confirm',
    '/newsletter/preferences',
    '/newsletter/unsubscribe',
  ]);
  const stored = () =>
    Promise.all([
      db.selectFrom('subscribers').selectAll().orderBy('id').execute(),
      db.selectFrom('subscriber_categories').selectAll().execute(),
      db.selectFrom('suppressed_addresses').selectAll().execute(),
      db.selectFrom('outbox').select('id').orderBy('id').execute(),
    ]);
  const before = await stored();
  for (const link of links) {
    for (let n = 0; n < 40; n += 1) {
      const answer = await fetch(link, { method: n % 2 === 0 ? 'GET' : 'HEAD' });
      await answer.arrayBuffer();
      expect(answer.status).toBe(200);
    }
  }
  expect(await stored()).toEqual(before);

  const token = new URL([...links][0] ?? '').searchParams.get('token') ?? '';
  const save = (fields: Record<string, string>) =>
    createClient(product).post(`/newsletter/preferences?token=${token}`, fields);
  const saved = await save({ scope: 'categories', categories: 'engineering' });
  expect([saved.status, (await saved.text()).includes('Your preferences are saved.')]).toEqual([200, true]);
  expect((await stored())[1]).toHaveLength(1);
  const empty = await save({ scope: 'categories' });
  expect([empty.status, (await empty.text()).includes('Please choose at least one category')]).toEqual([
    422,
    true,
  ]);
  const unknown = await fetch(`${product.origin}/newsletter/preferences?token=${token}x`);
  expect([unknown.status, (await unknown.text()).includes('This link is not valid any more.')]).toEqual([
    404,
    true,
  ]);
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
  const page = await (await createClient(product).get('/contact')).text();
  // Beside the form and in the footer.
  expect(page.match(/href="mailto:[^"]*"/g)).toEqual([
    'href="mailto:site@firm.test"',
    'href="mailto:site@firm.test"',
  ]);
});

test('GET /blog answers the same page to every visitor', async () => {
  const pages = await Promise.all(
    [{}, { cookie: 'anyforge_session=x' }].map((headers) => createClient(product).get('/blog', headers)),
  );
  const [one, other] = await Promise.all(pages.map((page) => page.text()));
  expect(one).toBe(other);
  expect(pages[0]?.headers.get('cache-control')).toContain('public');
  expect(one).toContain('action="/newsletter"');
});

test('POST /api/email-events/:service/:token takes an event once, and nothing from others, of bounded size', async () => {
  const { db } = product.database;
  await db.insertInto('subscribers').values({ email: 'gone@visitor.test', state: 'confirmed' }).execute();
  const { origin } = product;
  const [ses, postmark] = emailEventAddresses({ origin, deriveKey: (use) => deriveKey(secret, use) });
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
