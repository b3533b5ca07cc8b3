import { expect, test } from 'vitest';

import { cleanTree } from '#domain/html/html.ts';
import type { PublicPost } from '#domain/posts/post.ts';
import { publicPost as post } from '#tests/public-post.ts';
import { feedXml as write } from './feed-xml.ts';
import { xmlData } from './xml-text.ts';

const channel = {
  origin: 'https://firm.example',
  home: '/blog',
  path: '/rss.xml',
  title: 'Firm & Sons',
  description: 'Notes <here>',
};

const feedXml = (at: typeof channel, posts: PublicPost[]) =>
  write(at, posts, ({ content }) => cleanTree(content));

test('a feed without posts is a valid feed', async () => {
  const xml = await feedXml(channel, []);
  expect(xml).toContain('<title>Firm &amp; Sons</title>');
  expect(xml).toMatch(/<\/channel>\n<\/rss>\n$/);
  expect(xml).not.toContain('lastBuildDate');
});

test('a CDATA end in a post does not end the CDATA section of the feed', async () => {
  const xml = await feedXml(channel, [post({ content: '<pre>a[b[0]]>c</pre><p title="]]>">]]></p>' })]);
  expect(dataOf(xml)).toBe('<pre>a[b[0]]&gt;c</pre><p title="]]&gt;">]]&gt;</p>');
  expect(xmlData('a]]>b')).not.toMatch(/\]\]>b/);
});

test('characters that XML does not allow are removed', async () => {
  const xml = await feedXml(channel, [
    post({ title: 'a\u0000b\u0008c\u001fd\uffff\ud800 \u202eעברית 🚀', content: 'x\u000bz\ttab' }),
  ]);
  expect(xml).toContain('<title>abcd\ufffd \u202eעברית 🚀</title>');
  expect(dataOf(xml)).toBe('<p>xz\ttab</p>');
});

test('markup in a title is escaped', async () => {
  const xml = await feedXml(channel, [post({ title: '</title><script>&amp;', excerpt: null, content: '' })]);
  expect(xml).toContain('<title>&lt;/title&gt;&lt;script&gt;&amp;amp;</title>');
  expect(xml).toContain('<description>&lt;/title&gt;');
});

test('relative addresses in a body become absolute, others stay', async () => {
  const content =
    '<p><img src="/storage/blog-images/a.webp" alt="href=&quot;/x"><a href="https://other.example/">o</a></p>';
  const data = dataOf(await feedXml(channel, [post({ content })]));
  expect(data).toContain('src="https://firm.example/storage/blog-images/a.webp"');
  expect(data).toContain('href="https://other.example/"');
  expect(data).toContain('alt="href=&quot;/x"');
});

test('feedXml cleans a stored body: a script and a link that begins with // do not come through', async () => {
  const content = '<p>Fine.<script>canary()</script><a href="//evil.example/" onclick="canary()">x</a></p>';
  expect(dataOf(await feedXml(channel, [post({ content })]))).toBe('<p>Fine.x</p>');
});

test('fragment links in a body become links to the post', async () => {
  const content =
    '<p><a href="#anchor-x" id="anchor-ref">x</a><a href="#anchor-gone">z</a><a href="#anchor-what-it-costs">y</a></p>' +
    '<h2>What it costs</h2><p id="anchor-x">n</p>';
  expect(dataOf(await feedXml(channel, [post({ slug: 'a', content })]))).toBe(
    '<p><a href="https://firm.example/blog/a#anchor-x" id="anchor-ref">x</a>z' +
      '<a href="https://firm.example/blog/a#section-what-it-costs">y</a></p>' +
      '<h2>What it costs</h2><p id="anchor-x">n</p>',
  );
});

test('a feed of very long posts lists every post but not every body', async () => {
  const posts = Array.from({ length: 20 }, (_, n) => post({ id: `id-${n}`, content: 'x'.repeat(500_000) }));
  const xml = await feedXml(channel, posts);
  expect(xml.length).toBeLessThan(2_100_000);
  expect(xml.match(/<item>/g)).toHaveLength(20);
  expect(xml.match(/<content:encoded>/g)).toHaveLength(4);
});

test('a republished post with another slug has its guid, and the date of its first publication', async () => {
  const publishedAt = new Date('2026-11-25T10:00:00Z');
  const xml = await feedXml(channel, [post({ id: 'id-1', slug: 'new-slug', publishedAt })]);
  expect(xml).toContain('<guid isPermaLink="false">id-1</guid>');
  expect(xml).toContain('<link>https://firm.example/blog/new-slug</link>');
  expect(xml).toContain('<pubDate>Fri, 20 Nov 2026 10:00:00 GMT</pubDate>');
});

/** The item's content as a parser reads it: its CDATA sections put together. */
function dataOf(xml: string): string {
  const encoded = /<content:encoded>(.*)<\/content:encoded>/s.exec(xml)?.[1] ?? '';
  return [...encoded.matchAll(/<!\[CDATA\[(.*?)\]\]>/gs)].map(([, data]) => data).join('');
}
