import { expect, test } from 'vitest';

import { isId } from '#domain/text/fields.ts';
import { pickSome, seededRandom, stableId } from './random.ts';

function numbers(seed: number): number[] {
  return Array.from({ length: 5 }, seededRandom(seed));
}

test('seededRandom returns the same numbers for the same seed, others for another', () => {
  expect(numbers(7)).toEqual(numbers(7));
  expect(numbers(7)).not.toEqual(numbers(8));
});

test('seededRandom returns evenly distributed numbers from 0 to 1', () => {
  const many = Array.from({ length: 10_000 }, seededRandom(1));
  expect(many.every((n) => n >= 0 && n < 1)).toBe(true);
  expect(many.filter((n) => n < 0.1).length).toBeGreaterThan(900);
  expect(many.filter((n) => n < 0.1).length).toBeLessThan(1_100);
});

test('pickSome returns different items', () => {
  expect(pickSome(seededRandom(3), ['a', 'b', 'c'], 2)).toHaveLength(2);
  expect(pickSome(seededRandom(3), ['a', 'b', 'c'], 9).toSorted()).toEqual(['a', 'b', 'c']);
});

test('stableId returns a UUID that depends on the name', () => {
  expect(isId(stableId('a'))).toBe(true);
  expect(stableId('a')).toBe(stableId('a'));
  expect(stableId('a')).not.toBe(stableId('b'));
});
