import { expect, test } from 'vitest';

import { normalPath, readablePath } from './path.ts';

test.each([
  ['/old', '/old'],
  ['/Old-Page', '/old-page'],
  ['/%4fld', '/old'],
  ['/%C3%BCber', '/%C3%BCber'],
  ['/%C3%9CBER', '/%C3%BCber'],
  ['/u%CC%88ber', '/%C3%BCber'],
  ['/a%2Fb', '/a%2Fb'],
  ['/a%20b', '/a%20b'],
])('normalPath writes %s as %s', (pathname, normal) => {
  expect(normalPath(pathname)).toBe(normal);
});

test.each(['/%', '/%zz', '/%00', '/a%0Ab', '/%ED%A0%80'])('normalPath refuses %s', (pathname) => {
  expect(normalPath(pathname)).toBeNull();
});

test('normalPath gives its own result back', () => {
  for (const path of ['/%C3%9CBER/x', "/a'(b)*", '/%E2%80%AE', '/%7Ea']) {
    const normal = normalPath(path) ?? '';
    expect(normalPath(normal)).toBe(normal);
  }
});

test('readablePath decodes words and keeps encoded what could mislead', () => {
  expect(readablePath('/%C3%BCber-uns')).toBe('/über-uns');
  expect(readablePath('/a%2Fb')).toBe('/a%2Fb');
  expect(readablePath('/%E2%80%AEgpj.exe')).toBe('/%E2%80%AEgpj.exe');
  expect(readablePath('/a%20b')).toBe('/a%20b');
});
