import { withoutControls } from '#domain/fields/fields.ts';
import { smallWords, stemOf, wordsOf, type Word } from './words.ts';

export type Term = {
  /** As typed, in lower case and without accents. */
  plain: string;
  stem: string;
  /** True if it also matches words that start with it. */
  isPrefix: boolean;
};

export type SearchQuery = {
  /** The typed text on one line, as it is shown again. */
  text: string;
  terms: Term[];
  /** True if a part of the typed text is ignored because it is too long. */
  isCut: boolean;
};

export const maxQueryLength = 200;
const maxTerms = 10;

/** The search query of a text typed into the search box: its words, whatever characters separate them. Pure. */
export function parseSearchQuery(typed: string): SearchQuery {
  const line = withoutControls(typed.slice(0, maxQueryLength * 20))
    .replace(/\s+/g, ' ')
    .trim();
  const text = [...line].slice(0, maxQueryLength).join('').trim();
  const all = new Map(
    [...wordsOf(text)].filter(({ plain }) => plain !== '').map((word) => [word.plain, word]),
  );
  const words = [...all.values()];
  const specific = words.filter(({ plain }) => !smallWords.has(plain));
  const wanted = withoutLastOfRun(specific.length > 0 ? specific : words);
  return {
    text,
    terms: wanted.slice(0, maxTerms).map(termOf),
    isCut: text.length < line.length || typed.length > maxQueryLength * 20 || wanted.length > maxTerms,
  };
}

/** In a run of pairs the last character alone adds nothing to the query. */
function withoutLastOfRun(words: Word[]): Word[] {
  return words.filter(
    ({ from, to }) =>
      !words.some((other) => other.from < from && other.to === to && other.to - other.from > to - from),
  );
}

function termOf(word: Word): Term {
  const { plain } = word;
  return { plain, stem: stemOf(word), isPrefix: plain.length > 1 || !/[a-z0-9]/.test(plain) };
}

/** A value of PostgreSQL's `tsquery` for all terms or any of them. A term has only alphabetic characters and digits. */
export function tsqueryOf(terms: readonly Term[], wanted: 'all' | 'any' = 'all'): string {
  return terms
    .map(({ plain, stem, isPrefix }) => {
      const written = `'${plain}'${isPrefix ? ':*' : ''}`;
      return stem === plain ? written : `('${stem}' | ${written})`;
    })
    .join(wanted === 'all' ? ' & ' : ' | ');
}

/** True if a word of a text matches the term, by the same rule as `tsqueryOf`. */
export function matchesQuery(term: Term, word: Pick<Word, 'plain' | 'hasStem'>): boolean {
  return (
    (term.isPrefix ? word.plain.startsWith(term.plain) : word.plain === term.plain) ||
    // Most words need no stem.
    (word.plain.startsWith(startOfStem(term)) && stemOf(word) === term.stem)
  );
}

/** How words that match a term start. */
export function startsOf(term: Term): string[] {
  return [term.plain, startOfStem(term)];
}

/** A stem starts as its words do, but for its last character ("happy", "happi"). */
function startOfStem({ stem }: Term): string {
  return stem.slice(0, -1) || stem;
}
