import { expect, test } from 'vitest';

import { likeliestSpellings, spellingKeys } from './spelling.ts';

test.each([
  ['databse', 'database', 'a missing character'],
  ['datbaase', 'database', 'two swapped characters'],
  ['kubrntes', 'kubernetes', 'two missing characters'],
  ['dtaabase', 'database', 'two swapped characters'],
  ['превет', 'привет', 'a changed character'],
])('likeliestSpellings finds the word meant by %s: %s (%s)', (misspelled, word) => {
  expect(likeliestSpellings(misspelled, [word], 1)).toEqual([word]);
});

test.each([
  ['dtbse', 'database', 'three missing characters'],
  ['cta', 'cap', 'two changes in a short word'],
  ['', 'abc', 'no word'],
  ['abc', '', 'no candidate'],
])('likeliestSpellings does not offer a word too different from "%s": "%s" (%s)', (misspelled, word) => {
  expect(likeliestSpellings(misspelled, [word], 1)).toEqual([]);
});

test('a word and its misspelling by one character share a key', () => {
  const word = 'postgres';
  for (const misspelled of ['postgre', 'postgress', 'pastgres', 'psotgres', 'xpostgres', 'ostgres']) {
    const keys = new Set(spellingKeys(word));
    expect(
      spellingKeys(misspelled).some((key) => keys.has(key)),
      misspelled,
    ).toBe(true);
  }
});

test('keys fit PostgreSQL’s integer', () => {
  for (const key of spellingKeys('supercalifragilistic')) {
    expect(Number.isInteger(key) && key >= -(2 ** 31) && key < 2 ** 31).toBe(true);
  }
});

test('likeliestSpellings puts the nearest word first, then one with the same first character', () => {
  expect(likeliestSpellings('tets', ['text', 'test', 'gets', 'tests', 'elephant'], 5)).toEqual([
    'test',
    'tests',
    'gets',
  ]);
  expect(likeliestSpellings('exact', ['exact'], 5)).toEqual([]);
});
