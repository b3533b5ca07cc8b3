import { beforeAll, expect, test } from 'vitest';

import { createClient, type Client } from '#tests/client.ts';
import { ownerSettings, signIn } from '#tests/people.ts';
import { useProduct } from '#tests/product.ts';

const secret = 'zebra-quartz-4711';
const payload = `<script>alert('${secret}')</script>`;

const product = useProduct(ownerSettings);
let manager: Client;
let id: string;

beforeAll(async () => {
  ({ client: manager } = await signIn(product));
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
  ({ id } = await product.database.db.selectFrom('messages').select('id').executeTakeFirstOrThrow());
});

test('a message is shown to a manager as text, with the page and campaign it came from', async () => {
  for (const path of ['/admin', '/admin/messages', `/admin/messages/${id}`]) {
    const html = await (await manager.get(path)).text();
    expect(html, path).toContain(secret);
    expect(html, path).not.toContain('<script>alert(');
  }
  const html = await (await manager.get(`/admin/messages/${id}`)).text();
  for (const words of ['/blog/hello', 'spring', 'Not emailed: email is not set up']) {
    expect(html).toContain(words);
  }
});

test('a manager takes messages out of the site as a file for spreadsheets', async () => {
  const file = await manager.get('/admin/messages/export');
  expect(file.headers.get('content-disposition')).toContain('messages.csv');
  expect(file.headers.get('cache-control')).toContain('no-store');
  const bytes = Buffer.from(await file.arrayBuffer());
  expect(bytes.subarray(0, 3).toString('hex')).toBe('efbbbf');
  expect(bytes.toString()).toContain('ada@visitor.test');
  expect((await manager.get('/admin/messages/x')).status).toBe(404);
});

test.each(['/contact', '/api/auth/sign-in/email'])(
  'POST %s answers 400 for a form with many fields, without delay',
  async (path) => {
    const fields = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`f${index}`, '']));
    const begin = performance.now();
    expect((await createClient(product).post(path, fields)).status).toBe(400);
    expect(performance.now() - begin).toBeLessThan(5_000);
  },
);
