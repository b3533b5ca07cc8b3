import type { PostRow } from '#db/tables.ts';
import type { BodyTree } from '#domain/html/html-tree.ts';
import { textOf } from '#domain/html/visible-text.ts';
import { stemOf, wordsOf } from './words.ts';

/** Raised when this code makes other words: documents of an older version are made anew. */
export const indexVersion = 2;

/** Limits that keep the largest content (5 MB) far below those of a tsvector (1 MB, 16,383 positions). */
const limits = { characters: 300_000, lexemes: 20_000, bytes: 500_000, position: 16_383, positionsOfOne: 24 };
/** Characters of a body in which the words of an excerpt are looked for. */
const maxExcerptSource = 60_000;

/** The weight of a word by its place. The gap keeps the last word of one text apart from the first of the next. */
const [inTitle, inExcerpt, inBody] = ['A', 'B', 'D'];
const gap = 8;

/**
 * The words of a post in the search index: `document` and `title` are values of PostgreSQL's `tsvector`, `words` is the start
 * of what a reader sees of the body, on one line. Pure; its size and time are limited.
 */
export function searchDocumentOf(post: Pick<PostRow, 'title' | 'excerpt' | 'language'>, tree: BodyTree) {
  const whole = newLexemes(post.language);
  const title = newLexemes(post.language);
  addText(title, post.title, inTitle);
  addText(whole, post.title, inTitle);
  addText(whole, post.excerpt ?? '', inExcerpt);
  const body = textOf(tree);
  addText(whole, body, inBody);
  return {
    document: written(whole),
    title: written(title),
    words: onOneLine(body.slice(0, maxExcerptSource)).toWellFormed(),
  };
}

/** A heading does not run into the text below it. */
function onOneLine(text: string): string {
  return text.replaceAll(/([\p{L}\p{N}])\n\n/gu, '$1 · ').replaceAll(/\s+/g, ' ');
}

type Lexemes = { language: string | null; places: Map<string, string[]>; position: number; bytes: number };

function newLexemes(language: string | null): Lexemes {
  return { language, places: new Map(), position: 0, bytes: 0 };
}

function addText(lexemes: Lexemes, text: string, weight: string): void {
  for (const word of wordsOf(text.slice(0, limits.characters), lexemes.language)) {
    const { plain } = word;
    if (plain === '') continue;
    lexemes.position = Math.min(lexemes.position + 1, limits.position);
    addLexeme(lexemes, plain, weight);
    const stem = stemOf(word);
    if (stem !== plain) addLexeme(lexemes, stem, weight);
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

/** As PostgreSQL reads a tsvector. A lexeme has only alphabetic characters and digits, so nothing is escaped. */
function written({ places }: Lexemes): string {
  return [...places].map(([lexeme, at]) => `'${lexeme}':${at.join(',')}`).join(' ');
}
