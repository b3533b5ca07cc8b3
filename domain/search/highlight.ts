import { matchesQuery, type Term } from './search-query.ts';
import { wordsOf } from './words.ts';

/** A piece of text, and whether it is one of the words that were looked for. */
export type Piece = { text: string; isMarked: boolean };

type Range = { from: number; to: number };

/** The whole text with the words that were looked for marked. Pure. */
export function highlight(text: string, terms: readonly Term[]): Piece[] {
  return piecesOf(text, { from: 0, to: text.length }, rangesOf(text, terms));
}

/**
 * About so many characters of the text around the place where most of the different words stand, with the words marked.
 * @returns null when none of them is in it.
 */
export function highlightExcerpt(text: string, terms: readonly Term[], length: number): Piece[] | null {
  const found = rangesOf(text, terms);
  if (found.length === 0) return null;
  const start = richest(found, length);
  const from = wordBegin(text, Math.max(0, start - Math.floor(length / 4)));
  const to = wordEnd(text, Math.min(text.length, from + length));
  const pieces = piecesOf(text, { from, to }, found);
  return [...(from > 0 ? [plain('… ')] : []), ...pieces, ...(to < text.length ? [plain(' …')] : [])];
}

/** The first characters of a text, about so many, cut between words. Pure. */
export function beginOf(text: string, length: number): string {
  const to = wordEnd(text, length);
  return to < text.length ? `${text.slice(0, to)} …` : text;
}

function rangesOf(text: string, terms: readonly Term[]): (Range & { term: Term })[] {
  const ranges: (Range & { term: Term })[] = [];
  for (const { from, to, ...word } of wordsOf(text)) {
    const term = terms.find((each) => matchesQuery(each, word));
    if (term) ranges.push({ from, to, term });
  }
  return ranges;
}

/** Where a window of the text begins that holds the most different terms; the first of the best. */
function richest(found: readonly (Range & { term: Term })[], length: number): number {
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
    // Pairs of characters that overlap are one mark.
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

/** Not in the middle of a word, if one of its ends is near; never between the halves of a character. */
function wordBegin(text: string, at: number): number {
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
