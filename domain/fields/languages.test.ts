import { expect, test } from 'vitest';

import { canonicalLanguage, commonLanguages, isEnglish, languageName } from './languages.ts';

test.each([
  ['EN-gb', 'en-GB'],
  ['zh-hant-tw', 'zh-Hant-TW'],
  ['iw', 'he'],
  ['French!', undefined],
  ['', undefined],
])('the canonical tag of "%s" is %s', (tag, expected) => {
  expect(canonicalLanguage(tag)).toBe(expected);
});

test('the common languages are canonical tags with their names, sorted by name', () => {
  const names = commonLanguages.map(({ name }) => name);
  expect(names).toEqual(names.toSorted());
  const known = new Intl.DisplayNames('en', { type: 'language' });
  expect(names).toEqual(commonLanguages.map(({ tag }) => known.of(tag)));
  expect(commonLanguages.filter(({ tag }) => canonicalLanguage(tag) !== tag)).toEqual([]);
});

test('a tag that is not common is its own name', () => {
  expect(languageName('fr')).toBe('French');
  expect(languageName('fr-CA')).toBe('fr-CA');
});

test('English is English in any region', () => {
  expect(['en', 'en-GB', 'eng', 'fr'].map(isEnglish)).toEqual([true, true, false, false]);
});
