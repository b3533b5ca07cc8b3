import { stemmer } from 'stemmer';

import { isEnglish } from '#domain/fields/languages.ts';

/** A word of a text. `from` and `to` are its place in the text. */
export type Word = {
  from: number;
  to: number;
  /** Lower case without accents. */
  plain: string;
  /** True if its language has stems here. */
  hasStem: boolean;
};

/** A word without its English ending; the same as `plain` for a word of another language. */
export function stemOf({ plain, hasStem }: Pick<Word, 'plain' | 'hasStem'>): string {
  return hasStem && /^[a-z]{3,}$/.test(plain) ? stemmer(plain) : plain;
}

/** Characters. No word that visitors search for is longer; a lexeme of PostgreSQL holds 2 kB. */
const maxWordLength = 60;

/**
 * The words of a text, of a post or of a search query. They are made here and not in the database, so that they are the
 * same on every server, whatever its locale and dictionaries, and so that a result marks the words that were found.
 * Scripts without spaces between words are split into pairs of characters.
 * @param language BCP 47 tag; null where it is not known, then stems are made as in English
 * @param some one of `wordsLike`, for some of them
 */
export function* wordsOf(text: string, language: string | null = null, some?: RegExp): Generator<Word> {
  const hasStems = language === null || isEnglish(language);
  for (const { 0: found, index } of some ? runsAt(some, text) : text.matchAll(allWords)) {
    if (withoutSpaces.test(found)) yield* pairsOf(found, index);
    else yield word(found, index, hasStems);
  }
}

/** A character of a script without spaces between words. */
const dense =
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Bopomofo}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}\\u30FC]';
const other = `(?!${dense})[\\p{L}\\p{N}\\p{M}]`;
/** Alphabetic characters, digits and their marks; an apostrophe belongs to the word around it. */
const anyRun = `${dense}+|(?:${other})+(?:['’](?:${other})+)*`;
const allWords = new RegExp(anyRun, 'gu');
const withoutSpaces = new RegExp(`^${dense}`, 'u');

/** A run where the pattern finds its start. The pattern of runs is one for all: to compile it takes milliseconds. */
function* runsAt(start: RegExp, text: string): Generator<RegExpExecArray> {
  const place = new RegExp(start);
  while (place.test(text)) {
    runHere.lastIndex = place.lastIndex - 1;
    const run = runHere.exec(text);
    if (run === null) continue;
    place.lastIndex = run.index + run[0].length;
    yield run;
  }
}

const runHere = new RegExp(`(?:(?=${dense})|(?<!${other}['’]?))(?:${anyRun})`, 'uy');

/**
 * For `wordsOf`: all words whose plain form starts with one of these texts, and some others. Most other words are passed
 * over without work for each.
 */
export function wordsLike(starts: readonly string[]): RegExp {
  const ascii = new Set(starts.flatMap((start) => /^[a-z0-9]{1,4}/.exec(start) ?? []));
  return new RegExp([...Array.from(ascii, asWritten), beyondAscii].join('|'), 'g');
}

const beyondAscii = '[^\\0-\\x7F]';

/** The start of a word as a text may have it: in capitals too; behind the first character also one that `fold` changes. */
function asWritten(start: string): string {
  return Array.from(start).reduceRight(
    (rest, character) =>
      `[${character}${character.toUpperCase()}]` + (rest && `(?=${rest}|'|${beyondAscii})`),
    '',
  );
}

/** Every two neighboring characters, and the last one alone, so that each character starts a word. */
function* pairsOf(run: string, index: number): Generator<Word> {
  const characters = [...run];
  let from = index;
  for (const [at, character] of characters.entries()) {
    const pair = character + (characters[at + 1] ?? '');
    yield { from, to: from + pair.length, plain: fold(pair), hasStem: false };
    from += character.length;
  }
}

function word(run: string, from: number, hasStem: boolean): Word {
  const plain = fold(run.slice(0, maxWordLength * 2)).slice(0, maxWordLength);
  return { from, to: from + run.length, plain, hasStem };
}

/** Lower case without accents, vowel points and apostrophes; ligatures and strokes as they are typed on a keyboard. */
function fold(text: string): string {
  const lower = text.toLowerCase();
  if (/^[a-z0-9]+$/.test(lower)) return lower;
  return lower
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036F\u0591-\u05C7\u064B-\u065F\u0670'’]/g, '')
    .replace(/[ßæœøđðłıþ]/g, (character) => replacements[character] ?? character)
    .normalize('NFC');
}

const replacements: Record<string, string> = {
  ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', ı: 'i', þ: 'th',
}; // prettier-ignore

/** Frequent English words, ignored in a query that has other words. */
export const smallWords: ReadonlySet<string> = new Set(
  'a about an and are as at be but by can do does for from has have how i if in into is it its no not of on or our so that the their them then there these they this to was we were what when where which who why will with you your'.split(
    ' ',
  ),
);
