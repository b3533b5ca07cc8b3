import { expect, test } from 'vitest';

import { postsShown } from './posts-shown.ts';

const page = (address: string, text: string, contentType = 'text/html') => ({
  address,
  contentType,
  body: Buffer.from(text),
});

test('postsShown finds each linked post once, relative or absolute, in HTML and in XML', () => {
  const html =
    '<a href="/blog/one">One</a> <a href="https://firm.example/blog/two#part">Two</a> <a href=/blog/one>';
  expect(postsShown(page('/', html), 10)).toEqual({ own: undefined, linked: ['one', 'two'] });
  const xml = '<link>https://firm.example/blog/three</link><loc>https://firm.example/blog/four-4</loc>';
  expect(postsShown(page('/rss.xml', xml), 10)?.linked).toEqual(['three', 'four-4']);
});

test('postsShown leaves out lists, categories and tags', () => {
  const html =
    '<a href="/blog">All</a><a href="/blog?page=2">2</a><a href="/blog/category/craft"><a href="/blog/tag/a-b">';
  expect(postsShown(page('/blog', html), 10)?.linked).toEqual([]);
});

test('postsShown knows the post of a post page and of its social image', () => {
  expect(postsShown(page('/blog/one', '<link href="https://firm.example/blog/one">'), 10)).toEqual({
    own: 'one',
    linked: [],
  });
  const card = page('/social/one-two-0123456789ab.png', '/blog/none', 'image/png');
  expect(postsShown(card, 10)).toEqual({ own: 'one-two', linked: [] });
});

test('postsShown gives up on a page with too many posts', () => {
  const html = Array.from({ length: 11 }, (_, n) => `<a href="/blog/post-${n}">`).join('');
  expect(postsShown(page('/sitemap.xml', html), 11)?.linked).toHaveLength(11);
  expect(postsShown(page('/sitemap.xml', html), 10)).toBeUndefined();
});

test('postsShown takes time in proportion to the page', () => {
  const time = (n: number) => {
    const text = `/blog/${'a'.repeat(300)} /blog/category/`.repeat(n);
    const startedAt = performance.now();
    postsShown(page('/', text), 1e9);
    return performance.now() - startedAt;
  };
  time(2000);
  expect(time(40_000)).toBeLessThan(Math.max(20, time(10_000)) * 12);
});
