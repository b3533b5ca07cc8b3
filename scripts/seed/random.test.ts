import { expect, test } from 'vitest';

import { isId } from '#domain/text/fields.ts';
import { pickSome, seededRandom, stableId } from './random.ts';

function numbers(seed: number): number[] {
  return Array.from({ length: 5 }, seededRandom(seed));
}

test('the same seed gives the same numbers, another seed others', () => {
  expect(numbers(7)).toEqual(numbers(7));
  expect(numbers(7)).not.toEqual(numbers(8));
});

test('numbers lie from 0 up to 1 and are spread evenly', () => {
  const many = Array.from({ length: 10_000 }, seededRandom(1));
  expect(many.every((n) => n >= 0 && n < 1)).toBe(true);
  expect(many.filter((n) => n < 0.1).length).toBeGreaterThan(900);
  expect(many.filter((n) => n < 0.1).length).toBeLessThan(1_100);
});

test('picked items differ from one another', () => {
  expect(pickSome(seededRandom(3), ['a', 'b', 'c'], 2)).toHaveLength(2);
  expect(pickSome(seededRandom(3), ['a', 'b', 'c'], 9).toSorted()).toEqual(['a', 'b', 'c']);
});

test('a stable id is an id, and belongs to its name', () => {
  expect(isId(stableId('a'))).toBe(true);
  expect(stableId('a')).toBe(stableId('a'));
  expect(stableId('a')).not.toBe(stableId('b'));
});
