import { beforeAll, expect, test } from 'vitest';

import { createCategory, createTag } from '#domain/taxonomy/create-term.ts';
import { createClient } from '#tests/client.ts';
import { addPost, contextAs } from '#tests/factories.ts';
import { useProduct } from '#tests/product.ts';

const product = useProduct();
const visitor = createClient(product);

beforeAll(async () => {
  const ctx = await contextAs(product.database.db, 'editor');
  const category = await createCategory(ctx, { name: 'Craft' });
  const tag = await createTag(ctx, { name: 'Tools' });
  for (let n = 1; n <= 25; n += 1) {
    const day = String(n).padStart(2, '0');
    const fields = { slug: `post-${n}`, title: `Post ${n}`, categoryId: category.id, tagIds: [tag.id] };
    await addPost(ctx, { ...fields, published: 'true', publishedAt: `2026-01-${day}T08:00` });
  }
  await addPost(ctx, { slug: 'newest', title: 'Newest', published: 'true' });
  const hostile = {
    slug: 'hostile',
    title: 'Wombats </script><img src=x onerror=alert(1)>',
    content: '<p>A wombat &lt;b&gt;digs&lt;/b&gt; by night.</p>',
  };
  await addPost(ctx, { ...hostile, published: 'true', publishedAt: '2025-12-01' });
  await addPost(ctx, { title: 'A wombat in a draft' });
});

const page = async (path: string) => (await visitor.get(path)).text();
const linksIn = (html: string, attribute: string) =>
  [...html.matchAll(new RegExp(`<(?:a|link) [^>]*${attribute}[^>]*>`, 'g'))].map(
    ([tag]) => /href="([^"]*)"/.exec(tag)?.[1],
  );

test.each(['/blog', '/blog/category/craft', '/blog/tag/tools'])(
  'GET %s pages by links, with a canonical URL per page, and answers 404 past the last page',
  async (list) => {
    const address = (n: number) => (n === 1 ? list : `${list}?page=${n}`);
    for (const n of [1, 2, 3]) {
      const html = await page(address(n));
      const head = html.slice(0, html.indexOf('</head>'));
      expect(linksIn(head, 'rel="canonical"')).toEqual([product.origin + address(n)]);
      const body = html.slice(html.indexOf('<main'));
      expect(linksIn(body, 'rel="prev"')).toEqual(n > 1 ? [address(n - 1)] : []);
      expect(linksIn(body, 'rel="next"')).toEqual(n < 3 ? [address(n + 1)] : []);
    }
    for (const beyond of ['4', '999999', '0', '-1', '01', 'x', '']) {
      const answer = await visitor.get(`${list}?page=${beyond}`);
      expect([answer.status, beyond]).toEqual([404, beyond]);
    }
    const first = await visitor.get(`${list}?page=1`);
    expect([first.status, first.headers.get('location')]).toEqual([301, list]);
  },
);

test('GET of an unknown or empty category or tag answers 404', async () => {
  const ctx = await contextAs(product.database.db, 'editor');
  await createCategory(ctx, { name: 'Nothing in it' });
  for (const path of ['/blog/category/none', '/blog/tag/none', '/blog/category/nothing-in-it']) {
    expect((await visitor.get(path)).status, path).toBe(404);
  }
});

test('a post links to the previous, the next and related posts', async () => {
  const html = await page('/blog/post-10');
  expect(linksIn(html, 'rel="prev"')).toEqual(['/blog/post-9']);
  expect(linksIn(html, 'rel="next"')).toEqual(['/blog/post-11']);
  const related = html.slice(html.indexOf('Read next'), html.indexOf('onward-neighbors'));
  expect([...related.matchAll(/href="(\/blog\/post-\d+)"/g)].map(([, href]) => href)).toEqual([
    '/blog/post-25',
    '/blog/post-24',
    '/blog/post-23',
  ]);
  const edges = [await page('/blog/post-1'), await page('/blog/newest')];
  expect(edges.map((edge) => linksIn(edge, 'rel="prev"'))).toEqual([['/blog/hostile'], ['/blog/post-25']]);
  expect(edges.map((edge) => linksIn(edge, 'rel="next"'))).toEqual([['/blog/post-2'], []]);
});

test('a page opts in to view transitions in its head, and its speculation rules are a file', async () => {
  const answer = await visitor.get('/blog');
  const [head = '', body = ''] = (await answer.text()).split('</head>');
  expect(head).toContain('@view-transition');
  expect(body).not.toContain('@view-transition');
  // Firefox reports the keyword that rules inside a page need as an error of the policy.
  expect(answer.headers.get('content-security-policy')).not.toContain('speculation');
  const address = /^"(.+)"$/.exec(answer.headers.get('speculation-rules') ?? '')?.[1] ?? 'none';
  const rules = await visitor.get(address);
  expect(rules.headers.get('content-type')).toBe('application/speculationrules+json');
  expect(await rules.json()).toMatchObject({ prerender: [{ eagerness: 'moderate' }] });
});

const ask = async (question: string, more = '') => {
  const answer = await visitor.get(`/search?q=${encodeURIComponent(question)}${more}`);
  return { status: answer.status, html: await answer.text() };
};

test('GET /search finds public posts only and marks the words in escaped text', async () => {
  const { status, html } = await ask('wombat');
  expect(status).toBe(200);
  expect(html).toContain('1 post matches <bdi>“wombat”</bdi>');
  expect(html).toContain(
    '<a href="/blog/hostile"><mark>Wombats</mark> &lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;</a>',
  );
  expect(html).toContain('A <mark>wombat</mark> &lt;b&gt;digs&lt;/b&gt; by night.');
  expect(html).not.toContain('in a draft');
});

test('GET /search with a query is noindex, has no canonical URL and keeps the query in the box', async () => {
  const { html } = await ask('"quoted" <wombat>');
  expect(html).toContain('<meta name="robots" content="noindex"/>');
  expect(html).not.toContain('rel="canonical"');
  expect(html).toContain('value="&quot;quoted&quot; &lt;wombat&gt;"');
});

test('GET /search pages its results by links that keep the query and answers 404 past the last page', async () => {
  const { html } = await ask('post');
  expect(html).toContain('25 posts match');
  expect(html).toContain('href="/search?q=post&amp;page=2"');
  expect((await ask('post', '&page=3')).html.match(/<li><article>/g)).toHaveLength(1);
  for (const n of ['4', '0', 'x']) expect((await ask('post', `&page=${n}`)).status).toBe(404);
  const first = await visitor.get('/search?q=post&page=1');
  expect([first.status, first.headers.get('location')]).toEqual([301, '/search?q=post']);
});

test.each([
  ['', 'Type a word or two.'],
  ['?! & | <->', 'Your search contains no words.'],
  ['zzyzx', 'No post matches <bdi>“zzyzx”</bdi>.'],
  ['wombat post', 'These contain some of them.'],
  [`wombat ${'x'.repeat(300)}`, 'words, up to 200 characters.'],
  ["wombat\u0000\u202E' | !*\\", '1 post matches'],
])('GET /search with "%s" answers 200 and a message', async (question, message) => {
  const { status, html } = await ask(question);
  expect([status, html.includes(message)], html.slice(html.indexOf('<main'))).toEqual([200, true]);
});
