import { matchesQuery, type Term } from './search-query.ts';
import { wordsOf } from './words.ts';

/** A piece of text, and whether it matches the search. */
export type Piece = { text: string; isMarked: boolean };

type Range = { from: number; to: number };

/**
 * The whole text with matching words marked. Pure.
 * @param language of the text, as for `wordsOf`
 */
export function highlight(text: string, terms: readonly Term[], language: string | null = null): Piece[] {
  return piecesOf(text, { from: 0, to: text.length }, rangesOf(text, terms, language));
}

/**
 * About `length` characters of the text around the place with the most different terms, with matching words marked.
 * @param language of the text, as for `wordsOf`
 * @returns null when no term is in the text
 */
export function highlightExcerpt(
  text: string,
  terms: readonly Term[],
  length: number,
  language: string | null = null,
): Piece[] | null {
  const found = rangesOf(text, terms, language);
  if (found.length === 0) return null;
  const start = bestStart(found, length);
  const from = wordStart(text, Math.max(0, start - Math.floor(length / 4)));
  const to = wordEnd(text, Math.min(text.length, from + length));
  const pieces = piecesOf(text, { from, to }, found);
  return [...(from > 0 ? [plain('… ')] : []), ...pieces, ...(to < text.length ? [plain(' …')] : [])];
}

/** About `length` characters from the start of a text, cut between words. Pure. */
export function startOf(text: string, length: number): string {
  const to = wordEnd(text, length);
  return to < text.length ? `${text.slice(0, to)} …` : text;
}

function rangesOf(text: string, terms: readonly Term[], language: string | null): (Range & { term: Term })[] {
  const ranges: (Range & { term: Term })[] = [];
  for (const { from, to, ...word } of wordsOf(text, language)) {
    const term = terms.find((each) => matchesQuery(each, word));
    if (term) ranges.push({ from, to, term });
  }
  return ranges;
}

/** The start of the window of the text with the most different terms; the first of several. */
function bestStart(found: readonly (Range & { term: Term })[], length: number): number {
  let best = { start: 0, terms: 0 };
  for (const [index, { from }] of found.entries()) {
    const inside = new Set<Term>();
    for (let next = index; next < found.length && next < index + 40; next += 1) {
      const range = found[next];
      if (!range || range.to > from + length * 0.75) break;
      inside.add(range.term);
    }
    if (inside.size > best.terms) best = { start: from, terms: inside.size };
  }
  return best.start;
}

function piecesOf(text: string, window: Range, found: readonly Range[]): Piece[] {
  const pieces: Piece[] = [];
  let at = window.from;
  for (const range of found) {
    const from = Math.max(range.from, at);
    const to = Math.min(range.to, window.to);
    if (to <= from) continue;
    if (from > at) pieces.push(plain(text.slice(at, from)));
    const last = pieces.at(-1);
    // Overlapping pairs of characters become one mark.
    if (last?.isMarked && from === at) last.text += text.slice(from, to);
    else pieces.push({ text: text.slice(from, to), isMarked: true });
    at = to;
  }
  if (at < window.to) pieces.push(plain(text.slice(at, window.to)));
  return pieces;
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
