import { describe, expect, test } from 'vitest';

import { redirectInput } from './redirect-input.ts';

const origin = 'https://firm.example';

function read(from: string, to = '/new', status: unknown = 301) {
  const parsed = redirectInput(origin).safeParse({ from, to, status });
  return parsed.success
    ? parsed.data
    : parsed.error.issues.map(({ path, message }) => `${path.join()}: ${message}`);
}

describe('from', () => {
  test.each([
    ['/old', '/old', false],
    [' /Old/ ', '/old', false],
    ['/old/*', '/old', true],
    ['/über', '/%C3%BCber', false],
    [`${origin}/old`, '/old', false],
    ['/a/../b', '/b', false],
    ['/.well-known/webfinger', '/.well-known/webfinger', false],
    ['/blog/2019/*', '/blog/2019', true],
    ['/blog/category/news', '/blog/category/news', false],
  ])('%s is read as %s', (typed, source, isPrefix) => {
    expect(read(typed)).toMatchObject({ source, isPrefix });
  });

  test.each([
    '',
    'old',
    '//evil.test',
    '/\\evil.test',
    '/a\\b',
    '/a b',
    '/a\r\nSet-Cookie: b',
    '/a?b=1',
    '/a#b',
    '/a/*/b',
    '/a*',
    '/%',
    '/%00',
    '/a//b',
    'https://evil.test/old',
    `/${'a'.repeat(1_000)}`,
    `/${'a'.repeat(10_000)}`,
    '/%E2%80%AE'.repeat(200),
  ])('%j is refused', (typed) => {
    expect(read(typed)).toEqual([expect.stringMatching(/^from: /)]);
  });

  test.each([
    '/',
    '/*',
    '/admin',
    '/%61dmin',
    '/x/../admin',
    '/storage/blog-images/x',
    '/preview/token',
    '/healthz',
    '/blog',
    '/favicon.ico',
    '/_root.data',
    '/old-page.data',
    '/mcp',
  ])('%s, an address of the product, is refused', (typed) => {
    expect(read(typed)).toEqual([expect.stringMatching(/^from: .* belongs to the site itself\.$/)]);
  });
});

describe('to', () => {
  test.each([
    ['/new', '/new'],
    ['/New/?q=1#part', '/New?q=1#part'],
    ['/', '/'],
    [`${origin}/new`, '/new'],
    [origin, '/'],
    ['https://other.test', 'https://other.test/'],
    ['HTTPS://Other.test/Path?q=1', 'https://other.test/Path?q=1'],
    ['https://bücher.test/ü', 'https://xn--bcher-kva.test/%C3%BC'],
    ['/new/%0D%0ASet-Cookie:%20a=b'.replace('%0D%0A', ''), '/new/Set-Cookie:%20a=b'],
  ])('%s is read as %s', (typed, target) => {
    expect(read('/old', typed)).toMatchObject({ target });
  });

  test.each([
    '',
    'new',
    '//evil.test',
    '/\\evil.test',
    '\\\\evil.test',
    'https:evil.test',
    'https://firm.example@evil.test/',
    'javascript:alert(1)',
    '/new\r\nSet-Cookie: a=b',
    'https://other.test/\r\nSet-Cookie: a=b',
    '/new%0d%0aSet-Cookie:a=b',
    '/%00',
    '/a b',
    '/a//b',
    `/${'a'.repeat(10_000)}`,
    `https://other.test/${'ü'.repeat(1_000)}`,
  ])('%j is refused', (typed) => {
    expect(read('/old', typed)).toEqual([expect.stringMatching(/^to: /)]);
  });

  test('the rest of the path goes along only from a prefix', () => {
    expect(read('/old/*', '/new/*')).toMatchObject({ target: '/new/*', isPrefix: true });
    expect(read('/old', '/new/*')).toEqual(['to: To may end in /* only where From does.']);
  });

  test('gone has no target, whatever was sent', () => {
    expect(read('/old', '//evil.test', '410')).toMatchObject({ status: 410, target: null });
  });
});

test.each(['303', '', 'x', '301.5', null, {}])('the status %j is refused', (status) => {
  expect(read('/old', '/new', status)).toEqual(['status: Choose 301, 302, 308 or 410.']);
});

test('everything that is wrong is said at once', () => {
  expect(read('old', 'new', '999')).toHaveLength(3);
});
