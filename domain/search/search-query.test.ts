import fc from 'fast-check';
import { expect, test } from 'vitest';

import { matchesQuery, maxQueryLength, parseSearchQuery, startsOf, tsqueryOf } from './search-query.ts';
import { stemOf, wordsLike, wordsOf, type Word } from './words.ts';

const queryOf = (typed: string) => tsqueryOf(parseSearchQuery(typed).terms);

test.each([
  ['databases', "('databas' | 'databases':*)"],
  ['Migrating the Database', "('migrat' | 'migrating':*) & ('databas' | 'database':*)"],
  ['café', "'cafe':*"],
  ['c', "'c'"],
  ['42', "'42':*"],
  ['to be or not to be', "'to':* & 'be':* & 'or':* & 'not':*"],
  ['本', "'本':*"],
  ['小さく', "'小さ':* & 'さく':*"],
])('"%s" looks for %s', (typed, expected) => {
  expect(queryOf(typed)).toBe(expected);
});

test.each(['', '"\'', "'; drop table x; --".replaceAll(/\w/g, ''), '\u0000\u200B', '& | ! <-> :* ()'])(
  '"%s" has no terms',
  (typed) => {
    expect(parseSearchQuery(typed).terms).toEqual([]);
  },
);

test.each(["a' | b", "it's:*&!x", "\\'; select 1", 'x\u0000y', '\uD800z'])(
  'operators of the query language in "%s" are plain characters',
  (typed) => {
    expect(queryOf(typed)).toMatch(/^(\(?'[\p{L}\p{N}]+'(:\*)?( \| '[\p{L}\p{N}]+':\*\))?( & )?)+$/u);
  },
);

test('a query that is too long is cut and marked as cut', () => {
  const many = parseSearchQuery(Array.from({ length: 40 }, (_, n) => `word${n}`).join(' '));
  expect(many.isCut).toBe(true);
  expect(many.terms).toHaveLength(10);
  expect(many.text.length).toBeLessThanOrEqual(maxQueryLength);
  const huge = parseSearchQuery('x'.repeat(2_000_000));
  expect([huge.isCut, huge.text.length]).toEqual([true, maxQueryLength]);
  expect(parseSearchQuery('short').isCut).toBe(false);
});

test('a stem starts as its word does, but for its last character', () => {
  // The endings of M. F. Porter, “An algorithm for suffix stripping”, 1980.
  const endings =
    's es ies sses ed eed ing ational tional enci anci izer bli alli entli eli ousli ization ation ator alism iveness ' +
    'fulness ousness aliti iviti biliti logi icate ative alize iciti ical ful ness al ance ence er ic able ible ant ement ' +
    'ment ent ion ou ism ate iti ous ive ize e y ly ility';
  const word = fc
    .tuple(
      fc.stringMatching(/^[a-z]{1,6}$/),
      fc.array(fc.constantFrom(...endings.split(' ')), { maxLength: 3 }),
    )
    .map(([start, rest]) => start + rest.join(''));
  fc.assert(
    fc.property(word, (written) => {
      const [{ plain, hasStem } = { plain: '', hasStem: false }] = wordsOf(written);
      const term = { plain: '-', stem: stemOf({ plain, hasStem }), isPrefix: false };
      expect(matchesQuery(term, { plain, hasStem })).toBe(true);
    }),
    { numRuns: 3_000 },
  );
});

test('of the words that are not looked at, none matches', () => {
  const piece = fc.constantFrom(
    ..."a b s S t T e é E\u0301 ' ’ ß ſ Ａ 1 本 ies ing ed \u00A0 -".split(' '),
    ' ',
    ' ',
  );
  const written = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(written, written, (text, typed) => {
      const { terms } = parseSearchQuery(typed);
      const matches = (words: Iterable<Word>) =>
        [...words].filter((word) => terms.some((term) => matchesQuery(term, word)));
      const some = wordsOf(text, null, wordsLike(terms.flatMap(startsOf)));
      expect(matches(some)).toEqual(matches(wordsOf(text)));
    }),
    { numRuns: 3_000 },
  );
});

test('a word matches its other forms and words that start with it', () => {
  const isFound = (typed: string, written: string) =>
    parseSearchQuery(typed).terms.some((term) =>
      [...wordsOf(written)].some((word) => matchesQuery(term, word)),
    );
  expect(isFound('database', 'Databases')).toBe(true);
  expect(isFound('databases', 'database')).toBe(true);
  expect(isFound('organiza', 'organization')).toBe(true);
  expect(isFound('ecole', 'École')).toBe(true);
  expect(isFound('c', 'cat')).toBe(false);
  expect(isFound('base', 'database')).toBe(false);
});
