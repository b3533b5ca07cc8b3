import { expect, test } from 'vitest';

import { slugCandidates } from './slug-candidates.ts';

function first(count: number, typed: string | null, name: string): string[] {
  return slugCandidates(typed, name).take(count).toArray();
}

test('the typed slug comes first, by the same rule as one made from the name', () => {
  expect(first(3, 'My Own Slug!', 'A title')).toEqual(['my-own-slug', 'my-own-slug-2', 'my-own-slug-3']);
});

test('a blank or meaningless slug gives way to the name', () => {
  expect(first(1, null, 'Größe & Maß')).toEqual(['grosse-mass']);
  expect(first(1, ' -- ', 'A title')).toEqual(['a-title']);
});

test('nothing left gives a short id, another one each time', () => {
  const [one] = first(1, null, '…');
  const [other] = first(1, null, '…');
  expect(one).toMatch(/^[0-9a-f]{8}$/);
  expect(other).not.toBe(one);
});

test('the candidates never end, and after fifty they end in random characters', () => {
  const candidates = first(60, null, 'Hello');
  expect(candidates[49]).toBe('hello-50');
  expect(candidates[50]).toMatch(/^hello-\d+$/);
  expect(new Set(candidates).size).toBe(60);
});
