import { afterAll, beforeAll, expect, test } from 'vitest';

import { createClient, type Client } from '#tests/client.ts';
import { postForm } from '#tests/factories.ts';
import { startProduct, type RunningProduct } from '#tests/product.ts';

/** Plain pages of a whole product . */

const owner = { email: 'owner@firm.test', password: 'correct horse' };
let product: RunningProduct;
let admin: Client;

beforeAll(async () => {
  product = await startProduct({ ADMIN_EMAIL: owner.email, ADMIN_PASSWORD: owner.password });
  admin = createClient(product);
  expect((await admin.post('/admin/login', owner)).status).toBe(302);
});
afterAll(() => product.stop());

const form = (fields: Record<string, string>) =>
  postForm({ title: 'Imprint', published: 'true', isPage: 'true', ...fields });

async function visit(path: string): Promise<{ status: number; location: string | null; body: string }> {
  const answer = await fetch(product.origin + path, { redirect: 'manual', headers: { connection: 'close' } });
  return { status: answer.status, location: answer.headers.get('location'), body: await answer.text() };
}

async function statusOf(path: string): Promise<string> {
  const { status, location } = await visit(path);
  return `${status} ${location ?? ''}`.trim();
}

test('a published page is at its own address and in no list of the blog', async () => {
  expect(await statusOf('/imprint')).toBe('404');
  expect((await visit('/imprint')).body).toContain('Oops! Page not found');
  const saved = await admin.post('/admin/posts/new', form({ content: '<p>Registered in Nevada.</p>' }));
  expect([saved.status, saved.headers.get('location')]).toEqual([302, '/admin/pages']);
  await expect.poll(() => statusOf('/imprint'), { timeout: 1_000 }).toBe('200');
  expect(await statusOf('/Imprint?utm_source=x')).toBe('301 /imprint?utm_source=x');
  const { body } = await visit('/imprint?utm_source=x');
  expect(body).toContain('<p>Registered in Nevada.</p>');
  expect(body).toContain('"@type":"WebPage"');
  expect(body).toContain(`<link rel="canonical" href="${product.origin}/imprint"/>`);
  expect(body).not.toMatch(/Back to Blog|min read|og:type" content="article"/);
  for (const path of ['/', '/blog', '/rss.xml']) expect((await visit(path)).body).not.toContain('Imprint');
  expect(await statusOf('/blog/imprint')).toBe('404');
  expect((await visit('/sitemap.xml')).body).toContain(`<loc>${product.origin}/imprint</loc>`);
  expect((await visit('/search?q=nevada')).body).toContain('<a href="/imprint">');
});

test('a changed page is shown within a second, its earlier address redirects, and a draft is gone', async () => {
  const { id } = await product.database.db
    .selectFrom('blog_posts')
    .select('id')
    .where('slug', '=', 'imprint')
    .executeTakeFirstOrThrow();
  const save = (version: number, fields: Record<string, string>) =>
    admin.post(`/admin/posts/edit/${id}`, { ...form(fields), version: String(version), intent: 'save' });
  expect((await save(1, { slug: 'legal-notice', content: '<p>Moved to Ontario.</p>' })).status).toBe(200);
  await expect.poll(() => statusOf('/imprint'), { timeout: 1_000 }).toBe('301 /legal-notice');
  expect((await visit('/legal-notice')).body).toContain('Moved to Ontario.');
  expect((await save(2, { slug: 'admin' })).status).toBe(422);
  expect((await save(2, { slug: 'legal-notice', published: 'false' })).status).toBe(200);
  await expect.poll(() => statusOf('/legal-notice'), { timeout: 1_000 }).toBe('404');
});

test.each([
  '/%2e%2e%2fadmin',
  '/imprint%00',
  '/%E2%80%AEtnirpmi',
  `/${'a'.repeat(8_000)}`,
  '/imprint%0d%0aSet-Cookie:a=b',
  '/.env',
])('GET %s answers with a client error and the page of the site or none', async (path) => {
  const { status, location } = await visit(path);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
  expect(location).toBeNull();
});

test.each(['//evil.test', '/%5Cevil.test', '//evil.test/%2f..'])(
  'GET %s leads to no other host',
  async (path) => {
    const { location } = await visit(path);
    expect(new URL(location ?? '/', product.origin).origin).toBe(product.origin);
  },
);
