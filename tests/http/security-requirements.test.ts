// Requirements of docs/security.md that no other test holds.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createClient } from '#tests/client.ts';
import { linkIn, startMailServer, type MailServer } from '#tests/mail-server.ts';
import { startProduct, type RunningProduct } from '#tests/product.ts';
import { setUpApp } from '#tests/totp-app.ts';

const owner = { email: 'owner@firm.test', password: 'correct horse battery' };

let mail: MailServer;
let product: RunningProduct;

beforeAll(async () => {
  mail = await startMailServer();
  product = await startProduct({
    ADMIN_EMAIL: owner.email,
    ADMIN_PASSWORD: owner.password,
    EMAIL_TRANSPORT: 'smtp',
    SMTP_URL: mail.url,
    CONTACT_EMAIL: 'site@firm.test',
  });
});
afterAll(async () => {
  await product.stop();
  await mail.stop();
});

/** The path of a new link for a new password. */
async function askForReset(): Promise<string> {
  await createClient(product).post('/admin/forgot-password', { email: owner.email });
  const { pathname, search } = new URL(linkIn(await mail.next(owner.email, 'Choose a new password')));
  return pathname + search;
}

test('every field of a password hides it, names itself to password managers and lets a user paste', async () => {
  const signedIn = createClient(product);
  await signedIn.post('/admin/login', owner);
  const screens = [
    ['/admin/login', createClient(product), ['current-password']],
    [await askForReset(), createClient(product), ['new-password']],
    ['/admin/account?tab=sign-in', signedIn, ['current-password', 'new-password']],
  ] as const;
  for (const [path, client, expected] of screens) {
    const html = await (await client.get(path)).text();
    const fields = [...html.matchAll(/<input\b[^>]*>/g)]
      .map(([tag]) => tag)
      .filter((tag) => /name="[a-z]*password/i.test(tag));
    expect(fields.length, path).toBeGreaterThan(0);
    for (const field of fields) {
      expect(field, path).toContain('type="password"');
      expect(field, path).not.toMatch(/onpaste|readonly|autocomplete="off"/i);
    }
    const found = new Set(fields.map((field) => /autocomplete="([^"]+)"/i.exec(field)?.[1]));
    expect(found, path).toEqual(new Set(expected));
  }
});

test('a new password by email does not replace the second factor', async () => {
  const client = createClient(product);
  await client.post('/admin/login', owner);
  await setUpApp(client);
  const password = 'another horse battery';
  const visitor = createClient(product);
  const reset = await visitor.post(await askForReset(), { password });
  expect([200, 302]).toContain(reset.status);
  expect((await visitor.get('/admin/posts')).status).not.toBe(200);
  const answer = await visitor.post('/admin/login', { email: owner.email, password });
  expect(answer.headers.get('location')).toBe('/admin/second-factor');
  expect((await visitor.get('/admin/posts')).headers.get('location')).toContain('/admin/second-factor');
});
