import { expect, test } from 'vitest';

import { likeliestSpellings, spellingDistance, spellingKeys } from './spelling.ts';

test.each([
  ['database', 'database', 0],
  ['databse', 'database', 1],
  ['datbaase', 'database', 1],
  ['dtabse', 'database', 2],
  ['dtaabase', 'database', 1],
  ['', 'abc', 3],
  ['abc', '', 3],
  ['привет', 'превет', 1],
])('%s is as far from %s as %i letters', (one, other, distance) => {
  expect(spellingDistance(one, other)).toBe(distance);
});

test('a word and its misspelling by one letter share a key', () => {
  const word = 'postgres';
  for (const misspelt of ['postgre', 'postgress', 'pastgres', 'psotgres', 'xpostgres', 'ostgres']) {
    const keys = new Set(spellingKeys(word));
    expect(
      spellingKeys(misspelt).some((key) => keys.has(key)),
      misspelt,
    ).toBe(true);
  }
});

test('keys are numbers that PostgreSQL’s integer holds', () => {
  for (const key of spellingKeys('supercalifragilistic')) {
    expect(Number.isInteger(key) && key >= -(2 ** 31) && key < 2 ** 31).toBe(true);
  }
});

test('the nearest word comes first, then one with the same first letter; far ones never', () => {
  expect(likeliestSpellings('tets', ['text', 'test', 'gets', 'tests', 'elephant'], 5)).toEqual([
    'test',
    'tests',
    'gets',
  ]);
  expect(likeliestSpellings('exact', ['exact'], 5)).toEqual([]);
});
