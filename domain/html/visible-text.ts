import { isVoid, type HtmlNode } from './html-tree.ts';
import { readHtml } from './read-html.ts';

/** The text that a reader of cleaned HTML sees. Small and quick enough for a browser. */
export function visibleText(html: string): string {
  return textOf(readHtml(html));
}

/**
 * The text that a reader of a tree sees. Paragraphs, headings, lists and the like are separated by an empty line, items
 * and rows by a line break, the cells of a row by a tab.
 */
export function textOf(tree: readonly HtmlNode[]): string {
  const text: Text = { parts: [], gap: none, atLineStart: true, preformatted: 0, compact: 0 };
  for (const node of tree) addNode(text, node);
  return text.parts.join('');
}

/** The same with single spaces between all words. */
export function textOnOneLine(tree: readonly HtmlNode[]): string {
  return textOf(tree).replace(/\s+/g, ' ').trim();
}

function addNode(text: Text, node: HtmlNode): void {
  if (typeof node === 'string') append(text, node, text.preformatted > 0);
  else if (node.name === 'br') append(text, '\n', true);
  else {
    passTag(text, node.name, 1);
    for (const child of node.children) addNode(text, child);
    if (!isVoid(node.name)) passTag(text, node.name, -1);
  }
}

/** @param step 1 for a start tag, -1 for an end tag */
function passTag(text: Text, name: string, step: 1 | -1): void {
  if (name === 'pre') text.preformatted += step;
  widen(text, Math.min(gaps.get(name) ?? none, text.compact > 0 ? line : paragraph));
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
