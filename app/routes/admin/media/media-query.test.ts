import { expect, test } from 'vitest';

import { readMediaQuery } from './media-query.ts';

test('an address says what it shows, and unknown words mean nothing', () => {
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
