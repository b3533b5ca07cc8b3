import { expect, test } from 'vitest';

import { percentile, rankSumProbability, spreadOf } from './statistics.ts';

test('percentile returns a measured value', () => {
  const samples = Array.from({ length: 100 }, (_, at) => 100 - at);
  expect([0.5, 0.95, 0.99, 1].map((share) => percentile(samples, share))).toEqual([50, 95, 99, 100]);
  expect(percentile([7], 0.01)).toBe(7);
  expect(percentile([], 0.5)).toBeNaN();
});

test('a spread is shown from the minimum to the maximum', () => {
  expect(spreadOf([3, 1, 2])).toEqual({ min: 1, median: 2, max: 3 });
});

test('rankSumProbability is high for samples of one source and low for samples of two', () => {
  const even = Array.from({ length: 100 }, (_, n) => 2 * n);
  const odd = even.map((value) => value + 1);
  expect(rankSumProbability(even, odd)).toBeGreaterThan(0.8);
  expect(rankSumProbability(even, even)).toBeCloseTo(1, 5);
  expect(
    rankSumProbability(
      even,
      odd.map((value) => value + 60),
    ),
  ).toBeLessThan(0.001);
  // 4,186 of 10,000 pairs are the other way round: z is 1.989.
  const shifted = even.map((value) => value + 17);
  expect(rankSumProbability(even, shifted)).toBeCloseTo(0.0467, 4);
});
