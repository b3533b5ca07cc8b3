import { expect, test } from 'vitest';

import { internalPath } from './internal-path.ts';

test.each([
  '/admin',
  '/admin/posts',
  '/admin/posts?search=caf%C3%A9&page=2',
  '/admin/posts/edit/0b0e7a52-6f0b-4c55-9e61-0f6a4d9c2f10',
])('keeps %s', (path) => {
  expect(internalPath(path, '/admin')).toBe(path);
});

test.each([
  ['another host', 'https://evil.test/admin'],
  ['another host without a scheme', '//evil.test/admin'],
  ['two slashes inside the path', '/admin//evil.test'],
  ['a backslash', '/\\evil.test'],
  ['a slash that a tab divides', '/\t/evil.test'],
  ['a line break', '/admin\r\nLocation: https://evil.test'],
  ['a scheme without slashes', 'https:evil.test'],
  ['a script', 'javascript:alert(1)'],
  ['dots that leave', '/admin/..//evil.test'],
  ['encoded dots that leave', '/admin/%2e%2e/blog'],
  ['an encoded slash', '/%2f%2fevil.test'],
  ['a public page', '/blog'],
  ['a neighbor with the same beginning', '/administrator'],
  ['nothing', ''],
  ['null', null],
  ['a list', ['/admin/posts']],
  ['4 kB', `/admin/${'a'.repeat(4_096)}`],
])('does not follow %s', (_, wanted) => {
  expect(internalPath(wanted, '/admin')).toBe('/admin');
});

test('internalPath returns only addresses of this origin', () => {
  for (const wanted of ['/admin/./posts', '/admin/posts/../posts', '/admin?x=//evil.test', '/admin#x']) {
    const url = new URL(internalPath(wanted, '/admin'), 'https://firm.test');
    expect(url.origin).toBe('https://firm.test');
    expect(url.pathname.startsWith('/admin')).toBe(true);
  }
});
