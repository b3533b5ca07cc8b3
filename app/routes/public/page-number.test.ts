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

test.each(['0', '1', '-1', '01', '1.0', '2e3', '', ' 2', 'two', '1000000', '２', "2' or 1=1"])(
  '"%s" is no page',
  (value) => {
    expect(pageNumber(`https://firm.example/blog?page=${encodeURIComponent(value)}`)).toBeNull();
  },
);

test('the first page has the address of the list', () => {
  expect(pageAddress('/blog', 1)).toBe('/blog');
  expect(pageAddress('/blog', 3)).toBe('/blog?page=3');
});
