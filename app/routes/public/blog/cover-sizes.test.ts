import { expect, test } from 'vitest';

import { coverSizes, coverSizesInGrid } from './cover-sizes.ts';

test.each([
  [1, 'h'],
  [2, 'hh'],
  [3, 'hhh'],
  [4, 'hhhh'],
  [5, 'hhttt'],
  [6, 'hhttth'],
  [8, 'hhttthhh'],
  [9, 'hhttthhhh'],
  [11, 'hhttthhttth'],
])('of %i cards the half and the third ones are %s', (count, expected) => {
  const sizes = Array.from({ length: count }, (_, index) => coverSizesInGrid(index, count));
  expect(sizes.map((each) => (each === coverSizes.half ? 'h' : 't')).join('')).toBe(expected);
});
