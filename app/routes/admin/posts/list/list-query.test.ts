import { expect, test } from 'vitest';

import { isNarrowed, readListQuery } from './list-query.ts';

test('an address without a word is the newest of all posts', () => {
  const params = new URLSearchParams();
  expect(readListQuery(params, 'post')).toEqual({
    kind: 'post',
    search: '',
    status: null,
    category: null,
    authorId: null,
    order: { column: 'created', direction: 'desc' },
    page: 1,
  });
  expect(isNarrowed(params)).toBe(false);
});

test('every word is read', () => {
  const params = new URLSearchParams(
    'q=50%25+off&status=scheduled&category=craft&author=x&page=3&sort=-updated',
  );
  expect(readListQuery(params, 'post')).toEqual({
    kind: 'post',
    search: '50% off',
    status: 'scheduled',
    category: { slug: 'craft' },
    authorId: 'x',
    order: { column: 'updated', direction: 'desc' },
    page: 3,
  });
  expect(isNarrowed(params)).toBe(true);
});

test('posts without a category have a word that no slug can be', () => {
  expect(readListQuery(new URLSearchParams('category=_none'), 'post').category).toEqual({
    uncategorized: true,
  });
});

test.each(['gone', 'constructor', '', 'PUBLISHED'])('status %s is no filter', (status) => {
  const params = new URLSearchParams({ status });
  expect(readListQuery(params, 'post').status).toBeNull();
  expect(isNarrowed(params)).toBe(false);
});
