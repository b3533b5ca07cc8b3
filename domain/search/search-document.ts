import { visibleText } from '#domain/text/visible-text.ts';
import { wordsOf } from './words.ts';

/** What a post is found by. `document` and `title` are values of PostgreSQL's `tsvector`. */
export type SearchDocument = {
  document: string;
  title: string;
  /** Words as they are written, for guessing what a misspelt one was meant to be. */
  spellings: string[];
};

/** Raised when words are made in another way: documents of an older recipe are made anew. */
export const indexVersion = 1;

/** Bounds that keep the largest body (5 MB) far below what a tsvector may hold (1 MB, 16,383 positions). */
const limits = { characters: 300_000, lexemes: 20_000, bytes: 500_000, position: 16_383, positionsOfOne: 24 };
const mostSpellings = 5_000;

/** The weight of a word by where it stands; the gap keeps the end of one text from being next to the begin of another. */
const [inTitle, inExcerpt, inBody] = ['A', 'B', 'D'];
const gap = 8;

/** Makes a post's search document. Pure; its size and time are bounded. */
export function searchDocumentOf(post: {
  title: string;
  excerpt: string | null;
  content: string;
}): SearchDocument {
  const whole = newLexemes();
  const title = newLexemes();
  addText(title, post.title, inTitle);
  addText(whole, post.title, inTitle);
  addText(whole, post.excerpt ?? '', inExcerpt);
  addText(whole, visibleText(post.content.slice(0, limits.characters * 4)), inBody);
  return { document: written(whole), title: written(title), spellings: [...whole.spellings] };
}

type Lexemes = { places: Map<string, string[]>; spellings: Set<string>; position: number; bytes: number };

function newLexemes(): Lexemes {
  return { places: new Map(), spellings: new Set(), position: 0, bytes: 0 };
}

function addText(lexemes: Lexemes, text: string, weight: string): void {
  for (const { plain, stem } of wordsOf(text.slice(0, limits.characters))) {
    if (plain === '') continue;
    lexemes.position = Math.min(lexemes.position + 1, limits.position);
    addLexeme(lexemes, plain, weight);
    if (stem !== plain) addLexeme(lexemes, stem, weight);
    if (lexemes.spellings.size < mostSpellings && isSpelling(plain)) lexemes.spellings.add(plain);
  }
  lexemes.position = Math.min(lexemes.position + gap, limits.position);
}

function addLexeme(lexemes: Lexemes, lexeme: string, weight: string): void {
  let places = lexemes.places.get(lexeme);
  if (places === undefined) {
    if (lexemes.places.size >= limits.lexemes || lexemes.bytes >= limits.bytes) return;
    places = [];
    lexemes.places.set(lexeme, places);
    lexemes.bytes += Buffer.byteLength(lexeme) + 8;
  }
  if (places.length >= limits.positionsOfOne) return;
  const place = `${lexemes.position}${weight === inBody ? '' : weight}`;
  if (places.at(-1) !== place) {
    places.push(place);
    lexemes.bytes += 2;
  }
}

/** A word is letters and digits only, so nothing in it needs escaping. */
function written({ places }: Lexemes): string {
  return [...places].map(([lexeme, at]) => `'${lexeme}':${at.join(',')}`).join(' ');
}

/** Worth guessing: a word of letters, neither so short that everything is near it nor a pair of characters. */
export function isSpelling(word: string): boolean {
  return /^\p{L}[\p{L}\p{M}]{3,23}$/u.test(word);
}
