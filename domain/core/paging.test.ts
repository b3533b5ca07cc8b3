import { expect, test } from 'vitest';

import { readPage } from './paging.ts';

const rows = Array.from({ length: 41 }, (_, index) => index);

test.each([
  [1, 1, 20],
  [3, 3, 1],
  [4, 3, 1],
  [1e9, 3, 1],
  [0, 1, 20],
  [-1, 1, 20],
  [2.5, 1, 20],
  [Number.NaN, 1, 20],
])('readPage answers %d with page %d of 3, which has %d rows', async (wanted, page, length) => {
  const answer = await readPage(wanted, 20, read(rows));
  expect(answer).toMatchObject({ page, pages: 3 });
  expect(answer.rows).toHaveLength(length);
});

test('readPage answers page 1 of 1 for an empty list', async () => {
  const answer = await readPage(7, 20, read([]));
  expect(answer).toEqual({ rows: [], found: 0, page: 1, pages: 1 });
});

function read(all: readonly number[]) {
  return async ({ limit, offset }: { limit: number; offset: number }) => ({
    rows: all.slice(offset, offset + limit),
    found: all.length,
  });
}
