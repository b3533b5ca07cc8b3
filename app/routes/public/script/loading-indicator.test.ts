import { expect, test } from 'vitest';

import { loadingText } from './loading-indicator.ts';

test.each([
  ['/', 'Loading...'],
  ['/about', 'Loading...'],
  ['/blog', 'Loading posts...'],
  ['/blog/category/news', 'Loading posts...'],
  ['/blog/tag/news', 'Loading posts...'],
  ['/search', 'Loading posts...'],
  ['/blog/category', 'Loading post...'],
  ['/blog/a-post', 'Loading post...'],
])('%s: %s', (pathname, words) => {
  expect(loadingText(pathname)).toBe(words);
});
