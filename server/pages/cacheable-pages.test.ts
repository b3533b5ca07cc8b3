import { expect, test } from 'vitest';

import { cacheablePages } from '#domain/core/public-addresses.ts';
import { createCanonicalAddresses } from './cacheable-pages.ts';

const canonical = createCanonicalAddresses(cacheablePages);

test.each([
  ['/', '', '/'],
  ['/', '?utm_source=x&_=1', '/'],
  ['/blog', '?page=2&utm=x', '/blog?page=2'],
  ['/blog', '?utm=x&page=2', '/blog?page=2'],
  ['/blog', '?page=2&page=3', '/blog?page=2'],
  ['/blog/hello-world-2', '?page=2', '/blog/hello-world-2'],
  ['/blog/category/news', '?page=3', '/blog/category/news?page=3'],
  ['/blog/tag/a', '', '/blog/tag/a'],
  ['/rss.xml', '?x', '/rss.xml'],
])('%s%s is the page %s', (pathname, search, address) => {
  expect(canonical(pathname, search)).toEqual({ address, isKept: true });
});

test.each([
  ['/blog', '?page=abc', '/blog?page=abc'],
  ['/blog', '?page=', '/blog?page='],
  ['/blog', '?page=01', '/blog?page=01'],
  ['/blog', '?page=%26x%3D1', '/blog?page=%26x%3D1'],
])('%s%s is shown but not kept', (pathname, search, address) => {
  expect(canonical(pathname, search)).toEqual({ address, isKept: false });
});

test.each([
  '/admin',
  '/search',
  '/blog.data',
  '/blog/hello.data',
  '/blog/Hello',
  '/blog/%61bc',
  '/blog/a/b',
  '/sitemaps/1xxml',
  '/about/',
])('%s is no page that is kept', (pathname) => {
  expect(canonical(pathname, '')).toBeUndefined();
});

test('a slug of any length within reason is known', () => {
  expect(canonical(`/blog/${'a'.repeat(200)}`, '')).toBeDefined();
  expect(canonical(`/blog/${'a'.repeat(201)}`, '')).toBeUndefined();
});
