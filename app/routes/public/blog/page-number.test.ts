import { expect, test } from 'vitest';

import { pageAddress, pageNumber } from './page-number.ts';

test.each([
  ['', 1],
  ['?page=2', 2],
  ['?page=999999', 999_999],
  ['?other=2', 1],
])('%s asks for page %i', (search, page) => {
  expect(pageNumber(`https://firm.example/blog${search}`)).toBe(page);
});

test.each(['0', '-1', '01', '1.0', '2e3', '', ' 2', 'two', '1000000', '２', "2' or 1=1"])(
  'pageNumber answers 404 for "%s"',
  (value) => {
    const ask = () => pageNumber(`https://firm.example/blog?page=${encodeURIComponent(value)}`);
    expect(ask).toThrow(expect.objectContaining({ init: { status: 404 } }));
  },
);

test('pageNumber redirects ?page=1 to the URL without a number', async () => {
  const thrown = await Promise.resolve('https://firm.example/search?page=1&q=a+b')
    .then(pageNumber)
    .catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(Response);
  if (!(thrown instanceof Response)) return;
  expect([thrown.status, thrown.headers.get('location')]).toEqual([301, '/search?q=a+b']);
});

test('pageAddress of the first page is the URL of the list', () => {
  expect(pageAddress('/blog', 1)).toBe('/blog');
  expect(pageAddress('/blog', 3)).toBe('/blog?page=3');
  expect(pageAddress('/search?q=x', 3)).toBe('/search?q=x&page=3');
});
