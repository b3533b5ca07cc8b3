import { matchesQuery, startsOf, type Term } from './search-query.ts';
import { wordsLike, wordsOf } from './words.ts';

/** A piece of text, and whether it matches the search. */
export type Piece = { text: string; isMarked: boolean };

type Match = { from: number; to: number; term: Term };

/** The whole text with matching words marked. Pure. */
export function highlight(text: string, terms: readonly Term[], language: string | null = null): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const match of matchesIn(text, terms, language)) {
    const from = Math.max(match.from, at);
    if (match.to <= from) continue;
    if (from > at) pieces.push(plain(text.slice(at, from)));
    const last = pieces.at(-1);
    // Overlapping pairs of characters become one mark.
    if (last?.isMarked && from === at) last.text += text.slice(from, match.to);
    else pieces.push({ text: text.slice(from, match.to), isMarked: true });
    at = match.to;
  }
  if (at < text.length) pieces.push(plain(text.slice(at)));
  return pieces;
}

/**
 * About `length` characters of the text around the place with the most different terms, with matching words marked.
 * @returns null when no term is in the text
 */
export function highlightExcerpt(
  text: string,
  terms: readonly Term[],
  length: number,
  language: string | null = null,
): Piece[] | null {
  const best = bestStart(matchesIn(text, terms, language), terms.length, length * 0.75);
  if (best === null) return null;
  const from = wordStart(text, Math.max(0, best - Math.floor(length / 4)));
  const to = wordEnd(text, Math.min(text.length, from + length));
  const pieces = highlight(text.slice(from, to), terms, language);
  return [...(from > 0 ? [plain('… ')] : []), ...pieces, ...(to < text.length ? [plain(' …')] : [])];
}

/** About `length` characters from the start of a text, cut between words. Pure. */
export function startOf(text: string, length: number): string {
  const to = wordEnd(text, length);
  return to < text.length ? `${text.slice(0, to)} …` : text;
}

function* matchesIn(text: string, terms: readonly Term[], language: string | null): Generator<Match> {
  for (const word of wordsOf(text, language, patternOf(terms))) {
    const term = terms.find((each) => matchesQuery(each, word));
    if (term) yield { from: word.from, to: word.to, term };
  }
}

/** The matcher of a search's terms, which looks through many texts. */
const patterns = new WeakMap<readonly Term[], RegExp>();

function patternOf(terms: readonly Term[]): RegExp {
  const known = patterns.get(terms);
  if (known) return known;
  const pattern = wordsLike(terms.flatMap(startsOf));
  patterns.set(terms, pattern);
  return pattern;
}

/**
 * Where the first stretch of text starts that has the most different terms; null without a match. Matches are taken only
 * up to the first stretch that has them all: none is better.
 */
function bestStart(matches: Iterable<Match>, most: number, length: number): number | null {
  let start: number | null = null;
  let found = 0;
  const latest = new Map<Term, number>();
  for (const { from, to, term } of matches) {
    latest.set(term, from);
    if (latest.size <= found) continue;
    const near = [...latest.values()].filter((at) => to <= at + length);
    if (near.length <= found) continue;
    start = Math.min(...near);
    found = near.length;
    if (found === most) break;
  }
  return start;
}

function plain(text: string): Piece {
  return { text, isMarked: false };
}

/** Moved out of a word if one of its ends is near; never between the two units of a surrogate pair. */
function wordStart(text: string, at: number): number {
  if (at === 0) return 0;
  const space = text.slice(at, at + 30).search(/\s/);
  return space === -1 ? atCharacter(text, at) : at + space + 1;
}

function wordEnd(text: string, at: number): number {
  if (at >= text.length) return text.length;
  const before = text.slice(Math.max(0, at - 30), at).search(/\s\S*$/);
  return before === -1 ? atCharacter(text, at) : Math.max(0, at - 30) + before;
}

function atCharacter(text: string, at: number): number {
  return /[\uDC00-\uDFFF]/.test(text[at] ?? '') ? at - 1 : at;
}
