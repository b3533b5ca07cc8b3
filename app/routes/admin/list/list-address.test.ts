import { expect, test } from 'vitest';

import { changed, orderLink, pageLink, readOrder, readPage, type ListOrders } from './list-address.ts';

const orders: ListOrders<'title' | 'created'> = {
  first: { title: 'asc', created: 'desc' },
  usual: { column: 'created', direction: 'desc' },
};

test('an address without parameters is the first page in the usual order', () => {
  expect(readOrder(new URLSearchParams(), orders)).toEqual(orders.usual);
  expect(readPage(new URLSearchParams())).toBe(1);
});

test('page and order are read', () => {
  const params = new URLSearchParams('page=3&sort=-title');
  expect(readPage(params)).toBe(3);
  expect(readOrder(params, orders)).toEqual({ column: 'title', direction: 'desc' });
});

test.each(['0', '-1', '1e9', '2.5', 'x', '99999999', ''])('page %s is the first', (page) => {
  expect(readPage(new URLSearchParams({ page }))).toBe(1);
});

test.each(['views', 'constructor', '__proto__', '-', 'title;drop'])('order %s is the usual one', (sort) => {
  expect(readOrder(new URLSearchParams({ sort }), orders)).toEqual(orders.usual);
});

test('links keep the rest of the address', () => {
  const params = new URLSearchParams('q=a%26b&sort=title&page=2');
  expect(pageLink(params, 3)).toBe('?q=a%26b&sort=title&page=3');
  expect(pageLink(params, 1)).toBe('?q=a%26b&sort=title');
  expect(orderLink(params, 'title', orders)).toBe('?q=a%26b&sort=-title');
  expect(orderLink(params, 'created', orders)).toBe('?q=a%26b');
  expect(orderLink(new URLSearchParams(), 'created', orders)).toBe('?sort=created');
  expect(changed(params, { page: null, q: '' })).toBe('?sort=title');
});
