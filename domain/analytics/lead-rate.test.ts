import { expect, test } from 'vitest';

import { leadRate } from './lead-rate.ts';

test.each([
  [19, 3, null],
  [20, 0, 0],
  [20, 3, 15],
  [300, 1, 0.3],
  [20, 25, 100],
])('of %i visitors, %i leads are %s percent', (visitors, leads, rate) => {
  expect(leadRate(leads, visitors)).toBe(rate);
});
