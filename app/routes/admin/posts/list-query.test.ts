import { expect, test } from 'vitest';

import { orderLink, pageLink, readListQuery } from './list-query.ts';

test('an address without a word is the newest posts', () => {
  expect(readListQuery(new URLSearchParams())).toEqual({
    search: '',
    page: 1,
    order: { column: 'created_at', direction: 'desc' },
  });
});

test('search, page and order are read', () => {
  expect(readListQuery(new URLSearchParams('search=50%25+off&page=3&sort=-updated'))).toEqual({
    search: '50% off',
    page: 3,
    order: { column: 'updated_at', direction: 'desc' },
  });
});

test.each(['0', '-1', '1e9', '2.5', 'x', '99999999', ''])('page %s is the first', (page) => {
  expect(readListQuery(new URLSearchParams({ page })).page).toBe(1);
});

test.each(['views', 'constructor', '__proto__', '-', 'title;drop'])('order %s is the usual one', (sort) => {
  expect(readListQuery(new URLSearchParams({ sort })).order.column).toBe('created_at');
});

test('links keep the rest of the address', () => {
  const params = new URLSearchParams('search=a%26b&sort=title&page=2');
  expect(pageLink(params, 3)).toBe('?search=a%26b&sort=title&page=3');
  expect(pageLink(params, 1)).toBe('?search=a%26b&sort=title');
  expect(orderLink(params, 'title')).toBe('?search=a%26b&sort=-title');
  expect(orderLink(params, 'updated_at')).toBe('?search=a%26b&sort=-updated');
  expect(orderLink(params, 'created_at')).toBe('?search=a%26b');
  expect(orderLink(new URLSearchParams(), 'created_at')).toBe('?sort=created');
});
