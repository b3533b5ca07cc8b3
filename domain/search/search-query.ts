import { withoutControls } from '#domain/text/fields.ts';
import { smallWords, wordsOf, type Word } from './words.ts';

/** A word that is looked for. */
export type Term = {
  /** As typed, small and without accents. */
  plain: string;
  stem: string;
  /** Whether words that begin with it are meant as well. */
  isPrefix: boolean;
};

export type Question = {
  /** What was typed, on one line, as it is shown again. */
  text: string;
  terms: Term[];
  /** Whether less is looked for than was typed. */
  isCut: boolean;
};

export const maxQueryLength = 200;
const mostTerms = 10;

/** Reads what somebody typed into the search box: words, whatever signs stand between them. Pure. */
export function parseSearchQuery(typed: string): Question {
  const line = withoutControls(typed.slice(0, maxQueryLength * 20))
    .replace(/\s+/g, ' ')
    .trim();
  const text = [...line].slice(0, maxQueryLength).join('').trim();
  const all = new Map(
    [...wordsOf(text)].filter(({ plain }) => plain !== '').map((word) => [word.plain, word]),
  );
  const words = [...all.values()];
  const telling = words.filter(({ plain }) => !smallWords.has(plain));
  const meant = withoutLastOfRun(telling.length > 0 ? telling : words);
  return {
    text,
    terms: meant.slice(0, mostTerms).map(termOf),
    isCut: text.length < line.length || typed.length > maxQueryLength * 20 || meant.length > mostTerms,
  };
}

/** In a run of pairs the last character alone says nothing more. */
function withoutLastOfRun(words: Word[]): Word[] {
  return words.filter(
    ({ from, to }) =>
      !words.some((other) => other.from < from && other.to === to && other.to - other.from > to - from),
  );
}

function termOf({ plain, stem }: Word): Term {
  return { plain, stem, isPrefix: plain.length > 1 || !/[a-z0-9]/.test(plain) };
}

/** A value of PostgreSQL's `tsquery`: every term, or any of them. A term holds letters and digits only. */
export function tsqueryOf(terms: readonly Term[], wanted: 'all' | 'any' = 'all'): string {
  return terms
    .map(({ plain, stem, isPrefix }) => {
      const written = `'${plain}'${isPrefix ? ':*' : ''}`;
      return stem === plain ? written : `('${stem}' | ${written})`;
    })
    .join(wanted === 'all' ? ' & ' : ' | ');
}

/** Whether a word of a text is one that the term looks for: what `tsqueryOf` finds. */
export function matchesQuery(term: Term, word: Pick<Word, 'plain' | 'stem'>): boolean {
  return (
    word.stem === term.stem || (term.isPrefix ? word.plain.startsWith(term.plain) : word.plain === term.plain)
  );
}
