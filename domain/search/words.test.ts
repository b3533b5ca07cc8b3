import { expect, test } from 'vitest';

import { stemOf, wordsLike, wordsOf } from './words.ts';

const plains = (text: string) => [...wordsOf(text)].map(({ plain }) => plain);
const stems = (text: string) => [...wordsOf(text)].map(stemOf);

test.each([
  ['Migrating databases, migrated database', ['migrat', 'databas', 'migrat', 'databas']],
  ['happy happier happiness', ['happi', 'happier', 'happi']],
  ['is 2026 v1 x', ['is', '2026', 'v1', 'x']],
])('%s: endings are removed from the stem', (text, expected) => {
  expect(stems(text)).toEqual(expected);
});

test.each([
  ['Café ÉCOLE naïve', ['cafe', 'ecole', 'naive']],
  ['Cafe\u0301 e\u0301cole', ['cafe', 'ecole']],
  ['Straße Ægir Øre Łódź İstanbul', ['strasse', 'aegir', 'ore', 'lodz', 'istanbul']],
  ['ﬁne Ｆｕｌｌ', ['fine', 'full']],
  ["don’t firm's", ['dont', 'firms']],
  ['read_file node:http C++ a.b', ['read', 'file', 'node', 'http', 'c', 'a', 'b']],
  ['ПРИВЕТ Ёлка', ['привет', 'елка']],
  ['שָׁלוֹם', ['שלום']],
  ['हिन्दी', ['हिन्दी']],
  ['한국어 텍스트', ['한국어', '텍스트']],
])('%s: lower case without accents', (text, expected) => {
  expect(plains(text)).toEqual(expected);
});

test('scripts without spaces are split into pairs of characters, also next to others', () => {
  expect(plains('小さく作る')).toEqual(['小さ', 'さく', 'く作', '作る', 'る']);
  expect(plains('PostgreSQLの本')).toEqual(['postgresql', 'の本', '本']);
});

test('a word has its position in the text', () => {
  const text = '— Émile 本 x';
  for (const { from, to, plain } of wordsOf(text)) {
    expect(['Émile', '本', 'x']).toContain(text.slice(from, to));
    expect(plain).not.toBe('');
  }
});

test('words of unusual text have alphabetic characters, digits and marks only', () => {
  for (const text of [
    "a' & b | !c <-> (d):*",
    '\u0000\u202E\uD800x',
    '\\ \' " ; --',
    '🎉👨‍👩‍👧',
    'x'.repeat(10_000),
  ]) {
    for (const word of wordsOf(text)) {
      const { plain } = word;
      expect(plain + stemOf(word)).toMatch(/^[\p{L}\p{N}\p{M}]*$/u);
      expect(plain.length).toBeLessThanOrEqual(60);
    }
  }
});

test.each([
  ["The owner's words, 'was' and don't; Was owned, answered.", 'w', 'own', 'do'],
  ['naïve École été, 日w小w作る Wörter ẃ', 'worter', 'ecole', 'w'],
  ["a’was o'w w’ 3w w3 _w w_ w-w", 'w', '3', 'ow'],
  ["Straße strasse STRASSEN stra'ss stray", 'stras', 'strassen'],
])('of "%s", the words that start with %s are those of all its words', (text, ...starts) => {
  const startsSo = ({ plain }: { plain: string }) => starts.some((start) => plain.startsWith(start));
  const some = [...wordsOf(text, null, wordsLike(starts))].filter(startsSo);
  expect(some).toEqual([...wordsOf(text)].filter(startsSo));
  expect(some.length).toBeGreaterThan(1);
});
