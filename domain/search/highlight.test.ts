import { expect, test } from 'vitest';

import { startOf, highlightExcerpt, highlight, type Piece } from './highlight.ts';
import { parseSearchQuery } from './search-query.ts';

const shown = (pieces: Piece[] | null) =>
  pieces?.map(({ text, isMarked }) => (isMarked ? `[${text}]` : text)).join('') ?? null;
const marked = (text: string, typed: string) => shown(highlight(text, parseSearchQuery(typed).terms));

test.each([
  ['Migrations of a Database', 'database migrate', '[Migrations] of a [Database]'],
  ['Café au lait', 'cafe', '[Café] au lait'],
  ['<b>bold</b> & "x"', 'bold', '<b>[bold]</b> & "x"'],
  ['小さく作る方法', 'さく作', '小[さく作]る方法'],
  ['nothing', 'else', 'nothing'],
  ['', 'else', ''],
])('in "%s", "%s" is marked', (text, typed, expected) => {
  expect(marked(text, typed)).toBe(expected);
});

test('an excerpt shows the place with the most terms, cut between words', () => {
  const filler = 'lorem ipsum dolor sit amet '.repeat(30);
  const text = `index first. ${filler}the search index is here. ${filler}`;
  const extract = shown(highlightExcerpt(text, parseSearchQuery('search index').terms, 100)) ?? '';
  expect(extract).toContain('the [search] [index] is here.');
  expect(extract).toMatch(/^… (lorem|ipsum|dolor|sit|amet)\b.*\b(lorem|ipsum|dolor|sit|amet) …$/);
  expect(extract.length).toBeLessThan(130);
});

test('a text without a term has no excerpt; a short text is shown whole', () => {
  const { terms } = parseSearchQuery('search');
  expect(highlightExcerpt('nothing here', terms, 100)).toBeNull();
  expect(shown(highlightExcerpt('a search', terms, 100))).toBe('a [search]');
});

test.each([
  ['a short text', 12, 'a short text'],
  ['a longer text', 12, 'a longer …'],
  ['🎉'.repeat(9), 3, '🎉 …'],
])('the start of "%s", %i characters: "%s"', (text, length, expected) => {
  expect(startOf(text, length)).toBe(expected);
});

test('a surrogate pair is never cut apart', () => {
  const text = `${'🎉'.repeat(200)} search ${'🎉'.repeat(200)}`;
  for (let length = 60; length < 70; length += 1) {
    const extract = shown(highlightExcerpt(text, parseSearchQuery('search').terms, length)) ?? '';
    expect(extract.isWellFormed()).toBe(true);
  }
});

test('an excerpt starts at the first place with every term, whatever comes after', () => {
  const filler = 'lorem ipsum dolor sit amet '.repeat(30);
  const place = 'here is one and two. ';
  const { terms } = parseSearchQuery('one two');
  const extract = shown(highlightExcerpt(`one ${filler}${place}${filler}two one two one`, terms, 100)) ?? '';
  expect(extract).toContain('here is [one] and [two].');
});
