import { expect, test } from 'vitest';

import { parseRequestTarget } from './request-target.ts';

test.each([
  ['/', '/', ''],
  ['/blog?page=2', '/blog', '?page=2'],
  ['/blog?next=//evil.test/', '/blog', '?next=//evil.test/'],
  ['/caf%C3%A9', '/caf%C3%A9', ''],
  ['/%61dmin', '/%61dmin', ''],
  ['/./admin', '/admin', ''],
  ['/blog/../admin', '/admin', ''],
  ['/blog/%2e%2e/admin', '/admin', ''],
  ['/a?q=100%', '/a', '?q=100%'],
  ['/a#b', '/a', ''],
  // Browsers send it as it is.
  ['/blog?q=a\\b', '/blog', '?q=a\\b'],
])('%s is accepted', (target, pathname, search) => {
  expect(parseRequestTarget(target)).toEqual({ kind: 'accept', pathname, search });
});

test.each([
  ['//evil.test', '/evil.test'],
  ['///evil.test/%2f..', '/evil.test/%2f..'],
  ['//', '/'],
  ['/blog//x?a=1', '/blog/x?a=1'],
  ['/about/', '/about'],
  ['/about/?utm=1', '/about?utm=1'],
])('%s moves to %s', (target, to) => {
  expect(parseRequestTarget(target)).toEqual({ kind: 'move', to });
});

test.each([
  '/./',
  '/.//',
  '/..//evil.test',
  '/a/..//evil.test',
  '/.//evil.test',
  '/%2e//evil.test',
  '/a/%2e%2e//evil.test/',
])('dot segments never lead to another host: %s', (target) => {
  const verdict = parseRequestTarget(target);
  const path = verdict.kind === 'accept' ? verdict.pathname : verdict.kind === 'move' ? verdict.to : '/';
  expect(new URL(path, 'https://firm.example').host).toBe('firm.example');
});

test.each([
  '',
  '*',
  'http://evil.test/',
  '/%',
  '/%zz',
  '/%ff',
  '/a%00b',
  '/\\evil.test',
  '/a b',
  '/caf\u00e9',
  '/\x7f',
  '/\0',
])('%j is refused', (target) => {
  expect(parseRequestTarget(target)).toMatchObject({ kind: 'refuse', status: 400 });
});

test('an address over 8 kB is refused as too long', () => {
  expect(parseRequestTarget(`/${'a'.repeat(8191)}`).kind).toBe('accept');
  expect(parseRequestTarget(`/${'a'.repeat(8192)}`)).toMatchObject({ kind: 'refuse', status: 414 });
});
