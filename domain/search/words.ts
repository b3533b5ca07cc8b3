import { stemmer } from 'stemmer';

/** A word of a text in the forms that it is found by. `from` and `to` are where it stands. */
export type Word = {
  from: number;
  to: number;
  /** Small letters without accents. */
  plain: string;
  /** Without its ending, where the language of this site has endings; else the same as `plain`. */
  stem: string;
};

/** No word that somebody searches for is longer; a lexeme of PostgreSQL holds 2 kB. */
const longestWord = 60;

/**
 * The words of a text, the same for an article and for what a reader typed. Made here and not in the database, so that
 * they are the same on every server, whatever its locale and dictionaries, and so that what is marked in a result is
 * what was found. Scripts that put no spaces between words are taken two characters at a time.
 */
export function* wordsOf(text: string): Generator<Word> {
  for (const { 0: run, index } of text.matchAll(runs)) {
    if (withoutSpaces.test(run)) yield* pairsOf(run, index);
    else yield word(run, index, index + run.length);
  }
}

/** A character of a script that puts no spaces between words. */
const dense =
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Bopomofo}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}\\u30FC]';
const other = `(?!${dense})[\\p{L}\\p{N}\\p{M}]`;
/** Letters, digits and their marks; an apostrophe belongs to the word around it. */
const runs = new RegExp(`${dense}+|(?:${other})+(?:['’](?:${other})+)*`, 'gu');
const withoutSpaces = new RegExp(`^${dense}`, 'u');

/** Every two characters that stand together, and the last alone: so each character begins one of them. */
function* pairsOf(run: string, index: number): Generator<Word> {
  const characters = [...run];
  let from = index;
  for (const [at, character] of characters.entries()) {
    const pair = character + (characters[at + 1] ?? '');
    const plain = fold(pair);
    yield { from, to: from + pair.length, plain, stem: plain };
    from += character.length;
  }
}

function word(run: string, from: number, to: number): Word {
  const plain = fold(run.slice(0, longestWord * 2)).slice(0, longestWord);
  return { from, to, plain, stem: /^[a-z]{3,}$/.test(plain) ? stemmer(plain) : plain };
}

/** Small letters without accents, vowel points and apostrophes; letters with strokes as they are typed without. */
function fold(text: string): string {
  if (/^[a-z0-9]+$/.test(text)) return text;
  return text
    .toLowerCase()
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036F\u0591-\u05C7\u064B-\u065F\u0670'’]/g, '')
    .replace(/[ßæœøđðłıþ]/g, (letter) => letters[letter] ?? letter)
    .normalize('NFC');
}

const letters: Record<string, string> = {
  ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', ı: 'i', þ: 'th',
}; // prettier-ignore

/** So frequent in English that a question with other words in it is not about them. */
export const smallWords: ReadonlySet<string> = new Set(
  'a about an and are as at be but by can do does for from has have how i if in into is it its no not of on or our so that the their them then there these they this to was we were what when where which who why will with you your'.split(
    ' ',
  ),
);
