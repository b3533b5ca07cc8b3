import { expect, test } from 'vitest';

import { axisTop } from './views-chart.tsx';

test.each([
  [0, 4],
  [4, 4],
  [5, 8],
  [9, 20],
  [20, 20],
  [21, 40],
  [95, 100],
  [101, 200],
  [12_345, 20_000],
])('an axis for %i ends at %i, in four whole steps', (highest, top) => {
  expect(axisTop(highest)).toBe(top);
});
