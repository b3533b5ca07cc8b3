import { expect, test } from 'vitest';

import { structuralSimilarity } from './structural-similarity.ts';

const image = Uint8Array.from({ length: 64 * 64 }, (_, at) => (at * 37) % 256);

test('an image has similarity 1 with itself, less with noise, and far less with its negative', () => {
  const negative = image.map((value) => 255 - value);
  const noisy = image.map((value, at) => Math.min(255, value + (at % 3) * 6));
  expect(structuralSimilarity(image, image, 64)).toBeCloseTo(1, 10);
  expect(structuralSimilarity(image, negative, 64)).toBeLessThan(0);
  const between = structuralSimilarity(image, noisy, 64);
  expect(between).toBeGreaterThan(0.9);
  expect(between).toBeLessThan(1);
});
