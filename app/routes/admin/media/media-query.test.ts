import { expect, test } from 'vitest';

import { mediaLink, readMediaQuery } from './media-query.ts';

test('an address says what it shows, and unknown words mean nothing', () => {
  expect(readMediaQuery(new URLSearchParams('search=sea&filter=no-alt&view=list&page=3'))).toEqual({
    search: 'sea',
    filter: 'no-alt',
    view: 'list',
    page: 3,
  });
  expect(readMediaQuery(new URLSearchParams('filter=x&view=y&page=-1'))).toEqual({
    search: '',
    filter: 'all',
    view: 'grid',
    page: 1,
  });
});

test('another choice begins at the first page and keeps the rest', () => {
  const query = { search: 'a b', filter: 'unused', view: 'list', page: 4 } as const;
  expect(mediaLink(query, { filter: 'all' })).toBe('/admin/media?search=a+b&view=list');
  expect(mediaLink(query, { page: 5 })).toBe('/admin/media?search=a+b&filter=unused&view=list&page=5');
});
