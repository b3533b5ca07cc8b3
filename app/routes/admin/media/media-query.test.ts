import { expect, test } from 'vitest';

import { readMediaQuery } from './media-query.ts';

test('readMediaQuery reads the address and ignores unknown values', () => {
  expect(readMediaQuery(new URLSearchParams('q=sea&filter=no-alt&view=list&page=3'))).toEqual({
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
