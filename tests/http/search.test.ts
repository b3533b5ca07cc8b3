import { beforeAll, expect, test } from 'vitest';

import { createPost } from '#domain/posts/create-post.ts';
import { createClient, type Client } from '#tests/client.ts';
import { contextAs, newPost } from '#tests/factories.ts';
import { useProduct } from '#tests/product.ts';

const product = useProduct();
let visitor: Client;

beforeAll(async () => {
  visitor = createClient(product);
  const ctx = await contextAs(product.database.db, 'editor');
  await createPost(
    ctx,
    newPost({
      slug: 'hostile',
      title: 'Wombats </script><img src=x onerror=alert(1)>',
      content: '<p>A wombat &lt;b&gt;digs&lt;/b&gt; by night.</p>',
      published: 'true',
    }),
  );
  await createPost(ctx, newPost({ title: 'A wombat in a draft' }));
  for (let n = 1; n <= 25; n += 1) {
    await createPost(ctx, newPost({ title: `Badger ${n}`, published: 'true' }));
  }
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
  const { html } = await ask('badger');
  expect(html).toContain('25 posts match');
  expect(html).toContain('href="/search?q=badger&amp;page=2"');
  expect((await ask('badger', '&page=3')).html.match(/<li><article>/g)).toHaveLength(1);
  for (const page of ['4', '0', 'x']) expect((await ask('badger', `&page=${page}`)).status).toBe(404);
  const first = await visitor.get('/search?q=badger&page=1');
  expect([first.status, first.headers.get('location')]).toEqual([301, '/search?q=badger']);
});

test.each([
  ['', 'Type a word or two.'],
  ['   ', 'Type a word or two.'],
  ['?! & | <->', 'Your search contains no words.'],
  ['zzyzx', 'No post matches <bdi>“zzyzx”</bdi>.'],
  ['wobmat', 'No post matches <bdi>“wobmat”</bdi>.'],
  ['wombat badger', 'These contain some of them.'],
  [`wombat ${'x'.repeat(300)}`, 'words, up to 200 characters.'],
  [Array.from({ length: 30 }, (_, n) => `w${n}`).join(' '), 'No post matches'],
])('GET /search with "%s" answers 200 and a message', async (question, message) => {
  const { status, html } = await ask(question);
  expect([status, html.includes(message)], html.slice(html.indexOf('<main'))).toEqual([200, true]);
});

test.each([
  "wombat' | 'badger", "'; drop table blog_posts; --", "wombat:*A & !badger", '\\', '%', '_', '(((', '"', '\u0000', '\u202E',
  '\uFEFF', '🎉', 'a'.repeat(8_000), '../../etc/passwd', '{{7*7}}', '${7*7}', 'wombat\n\r\twombat',
])('GET /search with %j answers 200 and changes nothing', async (question) => {
  const { status } = await ask(question);
  expect(status).toBe(200);
  expect((await ask('wombat')).html).toContain('1 post matches');
}); // prettier-ignore
