import { randomUUID } from 'node:crypto';

import { beforeAll, describe, expect, test } from 'vitest';

import type { DomainContext } from '#app/http/request-context.ts';
import { readFrontMatter } from '#domain/html/markdown/front-matter.ts';
import { setPublished } from '#domain/posts/set-published.ts';
import { createClient, createOwner, type Client } from '#tests/client.ts';
import { addPost, contextAs, postForm, storedPost } from '#tests/factories.ts';
import { useProduct } from '#tests/product.ts';

const owner = { email: 'owner@firm.test', displayName: 'Olive Owner', password: 'correct horse' };

const product = useProduct();
let admin: Client;
const visitor = createClient(product);

beforeAll(async () => {
  admin = await createOwner(product, owner);
});

const form = (fields: Record<string, string>) => postForm({ title: 'A title', published: 'true', ...fields });

const idOf = async (slug: string) => (await storedPost(product.database.db, { slug })).id;
const statusOf = async (path: string) => (await visitor.get(path)).status;

describe('a post from form to reader', () => {
  test('published: there at once, in the lists, the feed and the sitemap, with title, author and description', async () => {
    expect(await statusOf('/blog/first-light')).toBe(404);
    await visitor.get('/blog');
    const saved = await admin.post(
      '/admin/posts/new',
      form({ title: 'First light', excerpt: 'About mornings.' }),
    );
    expect([saved.status, saved.headers.get('location')]).toEqual([302, '/admin/posts']);

    const answer = await visitor.get('/blog/first-light');
    const html = await answer.text();
    expect(answer.status).toBe(200);
    expect(html).toContain('<h1');
    expect(html).toContain('Olive Owner');
    expect(html).toMatch(/<title>[^<]*First light[^<]*<\/title>/);
    expect(html).toMatch(/<meta name="description" content="About mornings\."/);
    expect(html).toContain('1 min read');
    for (const path of ['/blog', '/rss.xml', '/sitemap.xml']) {
      expect(await (await visitor.get(path)).text(), path).toContain('first-light');
    }
  });

  test('unpublished from the list: 404 and out of every list with the next request', async () => {
    const id = await idOf('first-light');
    const answer = await admin.post('/admin/posts', { id, intent: 'set-published', published: 'false' });
    expect(answer.status).toBe(200);
    expect(await statusOf('/blog/first-light')).toBe(404);
    for (const path of ['/blog', '/rss.xml', '/sitemap.xml', '/']) {
      expect(await (await visitor.get(path)).text(), path).not.toContain('first-light');
    }
  });

  test('a new slug answers 301 from the old address, a deleted post 410', async () => {
    await admin.post('/admin/posts/new', form({ title: 'Old address' }));
    const id = await idOf('old-address');
    const edit = { ...form({ title: 'Old address', slug: 'new-address' }), version: '1' };
    expect((await admin.post(`/admin/posts/edit/${id}`, edit)).status).toBe(200);
    for (const end of ['', '?utm_source=x', '.md?utm_source=x']) {
      const moved = await visitor.get(`/blog/old-address${end}`);
      expect([moved.status, moved.headers.get('location')]).toEqual([301, `/blog/new-address${end}`]);
    }
    await admin.post('/admin/posts', { id, intent: 'delete' });
    expect(await statusOf('/blog/new-address')).toBe(410);
    expect(await statusOf('/blog/old-address')).toBe(410);
  });
});

describe('the fields of a post', () => {
  test('GET /blog/:slug has the language that the form chose', async () => {
    await admin.post(
      '/admin/posts/new',
      form({ title: 'Bonjour', content: '<p>Salut.</p>', language: 'FR-ca' }),
    );
    const html = await (await visitor.get('/blog/bonjour')).text();
    expect(html).toMatch(/<h1[^>]* lang="fr-CA"/);
    expect(html).toMatch(/<div class="prose"[^>]* lang="fr-CA"/);
    expect(html).toContain('"inLanguage":"fr-CA"');

    const edit = await (await admin.get(`/admin/posts/edit/${await idOf('bonjour')}`)).text();
    expect(edit).toContain('<option value="fr-CA" selected="">fr-CA</option>');
  });
});

test('a form that was loaded before the time zone of the site was changed keeps its dates', async () => {
  const planned = { publishedAt: '2090-01-01T09:00', timeZone: 'America/Toronto' };
  await admin.post('/admin/posts/new', form({ title: 'Zoned', ...planned }));
  const id = await idOf('zoned');
  const dateOf = async () => (await admin.get(`/admin/posts/edit/${id}`)).text();
  expect(await dateOf()).toContain('January 1, 2090 at 2:00 PM');
  const edit = { ...form({ title: 'Zoned', slug: 'zoned', ...planned }), version: '1' };
  expect((await admin.post(`/admin/posts/edit/${id}`, edit)).status).toBe(200);
  expect(await dateOf()).toContain('January 1, 2090 at 2:00 PM');
});

test('GET /admin/posts/edit/:id redirects to the list with a toast for an id of no post', async () => {
  for (const id of ['nonsense', randomUUID(), '%00', "'--"]) {
    const answer = await admin.get(`/admin/posts/edit/${encodeURIComponent(id)}`);
    expect([answer.status, answer.headers.get('location')], id).toEqual([302, '/admin/posts']);
    expect(answer.headers.get('set-cookie'), id).toMatch(/^anyforge_toast=post-not-loaded; Path=\/;/);
  }
});

test('a published plain page is at its own address, and is no article', async () => {
  expect(await (await visitor.get('/imprint')).text()).toContain('Oops! Page not found');
  const fields = form({ title: 'Imprint', kind: 'page', content: '<p>Registered in Nevada.</p>' });
  const saved = await admin.post('/admin/posts/new', fields);
  expect([saved.status, saved.headers.get('location')]).toEqual([302, '/admin/site']);
  await expect.poll(() => statusOf('/imprint'), { timeout: 1_000 }).toBe(200);
  const moved = await visitor.get('/Imprint?utm_source=x');
  expect([moved.status, moved.headers.get('location')]).toEqual([301, '/imprint?utm_source=x']);
  const body = await (await visitor.get('/imprint?utm_source=x')).text();
  expect(body).toContain('<p>Registered in Nevada.</p>');
  expect(body).toContain('"@type":"WebPage"');
  expect(body).toContain(`<link rel="canonical" href="${product.origin}/imprint"/>`);
  expect(body).not.toMatch(/Back to Blog|min read|og:type" content="article"/);
});

describe('a text as Markdown', () => {
  let ctx: DomainContext;
  beforeAll(async () => {
    ctx = await contextAs(product.database.db, 'editor');
  });

  const content = '<p>See <a href="/about">us</a>.</p><h2>Then</h2>';
  const asked = { accept: 'text/markdown, text/html;q=0.9' };

  test('a public text of each kind is there as Markdown, and gone with its page', async () => {
    for (const [kind, folder] of [
      ['post', '/blog'],
      ['page', ''],
      ['case_study', '/work'],
    ] as const) {
      const path = `${folder}/as-${kind.replace('_', '-')}`;
      const status = async () => (await visitor.get(`${path}.md`)).status;
      const { id } = await addPost(ctx, {
        kind,
        title: `As: ${kind}`,
        slug: path.split('/').at(-1),
        content,
        client: 'Clinic',
      });
      expect(await status(), kind).toBe(404);
      await setPublished(ctx, { ids: [id], published: 'true' });
      await expect.poll(status).toBe(200);
      const answer = await visitor.get(`${path}.md`);
      expect(answer.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
      expect(answer.headers.get('link')).toBe(`<${product.origin}${path}>; rel="canonical"`);
      const { fields, body } = readFrontMatter(await answer.text());
      expect(fields).toMatchObject({ title: `As: ${kind}`, url: product.origin + path });
      expect(fields['client']).toBe(kind === 'case_study' ? 'Clinic' : undefined);
      expect(body).toBe(`\nSee [us](${product.origin}/about).\n\n## Then\n`);
      expect(await (await visitor.get(path, asked)).text()).toContain('\n## Then\n');
      await setPublished(ctx, { ids: [id], published: 'false' });
      await expect.poll(status).toBe(404);
      expect(await (await visitor.get(path, asked)).text()).not.toContain('## Then');
    }
  });

  test.each(['/privacy', '/terms', '/cookies'])('GET %s.md answers the page as Markdown', async (path) => {
    const answer = await visitor.get(`${path}.md`);
    expect(answer.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(answer.headers.get('link')).toBe(`<${product.origin}${path}>; rel="canonical"`);
    const text = await answer.text();
    expect(readFrontMatter(text).fields).toMatchObject({ url: product.origin + path });
    expect(text).toMatch(/^## /m);
    expect(await (await visitor.get(path, asked)).text()).toBe(text);
    expect((await visitor.get(path)).headers.get('vary')).toContain('Accept,');
  });

  test('who asks for Markdown changes nothing for the next reader', async () => {
    await addPost(ctx, { title: 'Asked', content, published: 'true' });
    await expect.poll(async () => (await visitor.get('/blog/asked')).status).toBe(200);
    const page = await visitor.get('/blog/asked');
    const html = await page.text();
    expect(page.headers.get('vary')).toBe('Accept, Accept-Encoding');
    const markdown = await visitor.get('/blog/asked', asked);
    expect(markdown.headers.get('vary')).toContain('Accept');
    expect(markdown.headers.get('etag')).not.toBe(page.headers.get('etag'));
    const unchanged = { ...asked, 'if-none-match': markdown.headers.get('etag') ?? '' };
    expect((await visitor.get('/blog/asked', unchanged)).status).toBe(304);
    expect(await (await visitor.get('/blog/asked')).text()).toBe(html);
  });
});
