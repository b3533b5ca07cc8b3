import { expect, test } from 'vitest';

import { percentile, spreadOf } from './statistics.ts';

test('a percentile is a value that was measured', () => {
  const samples = Array.from({ length: 100 }, (_, at) => 100 - at);
  expect([0.5, 0.95, 0.99, 1].map((share) => percentile(samples, share))).toEqual([50, 95, 99, 100]);
  expect(percentile([7], 0.01)).toBe(7);
  expect(percentile([], 0.5)).toBeNaN();
});

test('a spread is told from the least to the most', () => {
  expect(spreadOf([3, 1, 2])).toEqual({ min: 1, median: 2, max: 3 });
});
