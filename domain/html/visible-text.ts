import { indexOrEnd } from '#domain/fields/index-or-end.ts';

/**
 * The text that a reader of cleaned HTML sees, character references replaced. Paragraphs, headings, lists and the like
 * are separated by an empty line, items and rows by a line break, the cells of a row by a tab. Without a parser: small and
 * quick enough for a browser.
 */
export function visibleText(html: string): string {
  const text: Text = { parts: [], gap: none, atLineStart: true, preformatted: 0, compact: 0 };
  let from = 0;
  while (from < html.length) {
    const tagAt = indexOrEnd(html, '<', from);
    if (tagAt > from) append(text, readReferences(html.slice(from, tagAt)), text.preformatted > 0);
    const tagEnd = indexOrEnd(html, '>', tagAt);
    const isEnd = html[tagAt + 1] === '/';
    passTag(text, nameAt(html, tagAt + (isEnd ? 2 : 1), tagEnd), isEnd ? -1 : 1);
    from = tagEnd + 1;
  }
  return text.parts.join('');
}

/** @param step 1 for a start tag, -1 for an end tag */
function passTag(text: Text, name: string, step: 1 | -1): void {
  if (name === 'pre') text.preformatted += step;
  if (name === 'br') {
    if (step === 1) append(text, '\n', true);
  } else widen(text, Math.min(gaps.get(name) ?? none, text.compact > 0 ? line : paragraph));
  if (compactNames.has(name)) text.compact += step;
}

/** `gap` separates the next words from those before: an index of `gapTexts`. The last two count open elements. */
type Text = { parts: string[]; gap: number; atLineStart: boolean; preformatted: number; compact: number };

const gapTexts = ['', ' ', '\t', '\n', '\n\n'];
const [none, blank, cell, line, paragraph] = [0, 1, 2, 3, 4];

const gaps = new Map([
  ...['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'dl', 'pre', 'blockquote', 'table', 'figure', 'details', 'aside', 'hr'].map(
    (name) => [name, paragraph] as const,
  ), // prettier-ignore
  ...['li', 'dt', 'dd', 'tr', 'caption', 'figcaption', 'summary'].map((name) => [name, line] as const),
  ['td', cell],
  ['th', cell],
]);

/** No empty lines inside: a list in a list, a paragraph in a cell. */
const compactNames = new Set(['ul', 'ol', 'dl', 'table']);

function widen(text: Text, gap: number): void {
  if (text.parts.length > 0 && gap > text.gap) text.gap = gap;
}

function append(text: Text, words: string, asTyped: boolean): void {
  if (asTyped) {
    write(text, words);
    return;
  }
  const spaced = onOneLine(words);
  if (spaced.startsWith(' ') && !text.atLineStart) widen(text, blank);
  const bare = spaced.slice(spaced.startsWith(' ') ? 1 : 0, spaced.endsWith(' ') ? -1 : undefined);
  if (bare === '') return;
  write(text, bare);
  if (spaced.endsWith(' ')) text.gap = blank;
}

function write(text: Text, words: string): void {
  if (text.gap !== none) text.parts.push(gapTexts[text.gap] ?? '');
  text.parts.push(words);
  text.gap = none;
  text.atLineStart = words.endsWith('\n');
}

/** Runs of white space become one space. The single kinds first: a pattern that finds something everywhere is slow. */
function onOneLine(words: string): string {
  if (!/[\t\n\f\r]| {2}/.test(words)) return words;
  const spaced = words
    .replaceAll('\n', ' ')
    .replaceAll('\t', ' ')
    .replaceAll('\r', ' ')
    .replaceAll('\f', ' ');
  return spaced.includes('  ') ? spaced.replace(/ {2,}/g, ' ') : spaced;
}

/** The characters that references such as `&amp;` stand for. */
export function readReferences(text: string): string {
  return text.includes('&')
    ? text.replace(/&(?:amp|lt|gt|quot|nbsp|#\d{1,7}|#x[\da-f]{1,6});/gi, readReference)
    : text;
}

const namedReferences = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&nbsp;', '\u00A0'],
]);

function readReference(reference: string): string {
  const named = namedReferences.get(reference.toLowerCase());
  if (named !== undefined) return named;
  const digits = reference.slice(2, -1);
  const code = /^x/i.test(digits) ? Number.parseInt(digits.slice(1), 16) : Number.parseInt(digits, 10);
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : '\uFFFD';
}

/** The longest name that matters is `figcaption`. */
function nameAt(html: string, from: number, tagEnd: number): string {
  let to = from;
  while (to < tagEnd && to - from < 11 && isNameCharacter(html.charCodeAt(to))) to += 1;
  return html.slice(from, to);
}

function isNameCharacter(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39);
}
