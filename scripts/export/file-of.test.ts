import { expect, test } from 'vitest';

import { fileOf } from './file-of.ts';

test.each([
  ['/', 'text/html; charset=utf-8', 'site/index.html'],
  ['/blog', 'text/html', 'site/blog.html'],
  ['/blog?page=2', 'text/html', 'query/page=2/blog.html'],
  ['/?page=2', 'text/html', 'query/page=2/index.html'],
  ['/rss.xml', 'application/rss+xml', 'site/rss.xml'],
  ['/assets/a-1.css', 'text/css', 'site/assets/a-1.css'],
  ['/storage/a.jpg?w=640&v=1', 'image/jpeg', 'query/w=640&v=1/storage/a.jpg'],
  ['/blog/caf%C3%A9', 'text/html', 'site/blog/café.html'],
])('%s (%s) is the file %s', (address, type, file) => {
  expect(fileOf(address, type)).toBe(file);
});

test.each([
  '/a%2F..%2F..%2Fetc',
  '/%2e%2e%2fetc',
  '/a%00b',
  '/a%5Cb',
  '/%E0%A4%A',
  '/blog?../../x=1',
  '/blog?q=%2F',
  '/blog?..',
])('%s is no file', (address) => {
  expect(fileOf(address, 'text/html')).toBeNull();
});
