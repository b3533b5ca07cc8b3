import { expect, test } from 'vitest';

import { isOpening, marksOf } from './punctuation.ts';

test.each([
  ['en', '“', '”'],
  ['de', '„', '“'],
  ['de-AT', '„', '“'],
  ['fr', '«\u00A0', '\u00A0»'],
  ['xx', '“', '”'],
  [null, '“', '”'],
])('marksOf %s has the quotes of the language', (language, open, close) => {
  expect(marksOf(language).double).toEqual([open, close]);
});

test.each(['', ' ', '(', '—', '“', '-'])('isOpening after "%s"', (before) => {
  expect(isOpening(before)).toBe(true);
});

test.each(['a', '.', '5', '”', 'é'])('isOpening is false after "%s"', (before) => {
  expect(isOpening(before)).toBe(false);
});
