import { readCodeElement } from '../code-element.ts';
import { hidingName } from '../hiding-name.ts';
import { addNote } from '../import-item.ts';
import type { ImportNote } from '../import-report.ts';
import { createCursor, type Cursor } from '../cursor.ts';
import { readAttributes } from './kramdown-attributes.ts';
import { calloutAround, calloutOf, isImage, resolveComponent, resolveTag } from './template-tags.ts';

export type Options = {
  /** True for a folder of a generator that reads `{{ }}` and `{% %}` in texts. */
  isTemplated: boolean;
  isMdx: boolean;
  /** True for a body that is HTML: nothing in it is code by its place. */
  isHtml: boolean;
  /** The path of the file that a wiki link names; null where there is none. */
  fileNamed?: (name: string) => string | null;
  /** Levels of blocks around the text. */
  depth?: number;
};

/** Levels of blocks within each other; those further in stay text. */
const maxDepth = 8;

/** Every mark that may begin something other than text. */
const marks =
  /`+|\{%|\{\{|\{#|\{:|\{>>|\{\/\*|\{[ .\w'"]|!?\[\[| =(?=\d*%?x?\d*%?[ )])|<!--|<\/?[A-Z]|<(?:pre|code)\b|<(?=\w[^<>]{0,300}\smarkdown=)|(?<![\w%])%%(?!%)/g;
const fence = /[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(`{3,}|~{3,})([^\n]*)\n?/y;
const indented = /(?: {4}|\t)[^\n]*\n?/y;
const listItem = /[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]/y;
const hiddenLine =
  /[ ]{0,3}(?:\[(?:\/\/|_|#|comment|hidden)[^\]\n]{0,200}\]:\s*(?:#|<#?>)|\*\[[^\]\n]{1,200}\]:)[^\n]*\n?/iy;
const contents = /[ ]{0,3}(?:\[\[_?toc_?\]\]|\[toc\])[ \t]*(?:\n|(?![^]))/iy;
/** A block of Pandoc, Docusaurus and VitePress between two lines of colons. */
const container = /[ \t]*:{3,}[ \t]*\{?\.?([\w-]+)[ \t]*\[?([^\]}\n]*)[^\n]*\n/y;
const containerEnd = /^[ \t]*:{3,}[ \t]*$/gm;
/** A callout, toggle or tab of MkDocs, of which all lines are indented. */
const admonition =
  /([ \t]*)(?:(!!!|\?\?\?\+?)[ \t]+([\w-]+)(?:[ \t]+(?:inline|end))*|===\+?)(?:[ \t]+"([^"\n]*)"|(?<!=\+?))[ \t]*\n(?=(?:[ \t]*\n)*\1(?: {4}|\t))/y;
const wikiLink = /(!?)\[\[([^[\]|#\n]{1,300})(?:#[^[\]|\n]{0,300})?(?:\|([^[\]\n]{0,300}))?\]\]/y;
const imageSize = /(?<=\]\([^()\n]{1,300}) =\d*%?x?\d*%?(?=\s*(?:"[^"\n]{0,300}")?\))/y;
const moduleLine =
  /(?:import\s+(?:["']|[\w*{][^\n]*\sfrom\s)|export\s+(?:default|const|let|var|function|async|class|[{*]))/y;

/**
 * Markdown in which only Jekyll, Hugo, Hexo, Obsidian or MDX understand something, as Markdown that everybody reads. Code
 * stays as it is, comments are left out.
 */
export function markdownBody(markdown: string, notes: ImportNote[], options: Options): string {
  const cursor = createCursor(markdown.replaceAll('\r\n', '\n'), marks);
  let isInList = false;
  let isAfterBlank = true;
  while (!cursor.isAtEnd()) {
    const isItem = cursor.sees(listItem);
    isInList = isItem || (isInList && !(isAfterBlank && cursor.sees(/\S/y)));
    const isBlank = cursor.sees(/[ \t]*\n/y);
    if (
      options.isHtml ||
      !readBlock(cursor, notes, options, { isCode: isAfterBlank && !isInList, isAfterBlank })
    )
      readLine(cursor, notes, options);
    isAfterBlank = isBlank;
  }
  return cursor.written();
}

/** Reads a block that begins at this line and is no prose; false where there is none. */
function readBlock(
  cursor: Cursor,
  notes: ImportNote[],
  options: Options,
  { isCode, isAfterBlank }: { isCode: boolean; isAfterBlank: boolean },
): boolean {
  const { isMdx, isTemplated } = options;
  const [opening, mark = '', info = ''] = cursor.match(fence) ?? [];
  if (opening !== undefined && !(mark.startsWith('`') && info.includes('`'))) {
    cursor.skip(opening.length);
    const code = cursor.until(new RegExp(`^[ \\t>]*${mark}[${mark[0]}]*[ \\t]*$`, 'gm'));
    const [ofKramdown = '', language] = cursor.match(/\n\{:\s*\.language-([\w+#-]+)\s*\}/y) ?? [];
    cursor.skip(ofKramdown.length);
    cursor.write(opening.slice(0, opening.indexOf(mark) + mark.length) + (language ?? languageOf(info)));
    cursor.write(`\n${withoutEscapes(code, isTemplated)}`);
    return true;
  }
  const [code] = (isCode && cursor.match(indented)) || [];
  const [hidden] = cursor.match(hiddenLine) ?? [];
  if (code !== undefined) cursor.take(code.length);
  else if (hidden !== undefined) cursor.skip(hidden.length);
  else if (readAdmonition(cursor, notes, options)) return true;
  else if (cursor.sees(contents)) {
    cursor.until(/\n|(?![^])/g);
    cursor.write('\n<hr class="block-contents">\n\n');
  } else if (cursor.sees(/[ \t]*:{3,}/y)) return readContainer(cursor, notes);
  else if (isMdx && isAfterBlank && cursor.sees(moduleLine)) {
    addNote(notes, 'left out', 'MDX: lines of a program');
    const lines = cursor.until(/^[ \t]*$/gm);
    const isOpen = lines.split(/[{(]/).length > lines.split(/[})]/).length;
    if (isOpen && cursor.find(/^[})]/gm) !== null) cursor.until(/^[})][^\n]*$/gm);
  } else return false;
  return true;
}

function readAdmonition(cursor: Cursor, notes: ImportNote[], { depth = 0, ...options }: Options): boolean {
  const [opening, indent = '', mark, name = '', title = ''] = cursor.match(admonition) ?? [];
  if (opening === undefined || depth >= maxDepth) return false;
  cursor.skip(opening.length);
  const body = cursor.until(new RegExp(`^(?!${indent}(?: {4}|\\t)|[ \\t]*$)`, 'gm'));
  const inner = body.replaceAll(new RegExp(`^${indent}(?: {4}|\\t)`, 'gm'), '');
  const words = title || (mark?.startsWith('?') || calloutOf(name) === undefined ? name : '');
  const kind = mark?.startsWith('?') ? 'details' : (calloutOf(name) ?? 'note');
  const [start, end] = (mark && calloutAround(kind, '', words)) || [`**${title}**\n\n`, '\n\n'];
  const whole = start + markdownBody(inner, notes, { ...options, depth: depth + 1 }) + end;
  cursor.write(whole.replaceAll(/^(?=.)/gm, indent));
  return true;
}

/** The beginning or the end of a container; false for other lines of colons. */
function readContainer(cursor: Cursor, notes: ImportNote[]): boolean {
  const [opening, name = '', title = ''] = cursor.match(container) ?? [];
  if (opening === undefined && cursor.open.length === 0) return false;
  cursor.skip(opening?.length ?? 0);
  if (opening === undefined) {
    cursor.until(/\n|(?![^])/g);
    cursor.write(cursor.open.pop() ?? '');
  } else if (hidingName.test(name)) {
    addNote(notes, 'left out', `${name}: words that not everybody was shown`);
    cursor.until(containerEnd);
  } else {
    const [start, end] = calloutAround(name, '', title) ?? ['', '\n\n'];
    if (start === '') addNote(notes, 'left out', `container ${name}: only the words within it were taken`);
    cursor.write(start);
    cursor.open.push(end);
  }
  return true;
}

/** The language of a fence, which may stand among attributes: ```` ```{.python .numberLines} ````. */
function languageOf(info: string): string {
  return /^\s*\{?\s*\.?([\w+#.-]+)(?!\s*=)(?=[\s,:{}[]|$)/.exec(info)?.[1] ?? '';
}

/** Generators look for their marks in code too: there they stand escaped, or as raw text. */
function withoutEscapes(code: string, isTemplated: boolean): string {
  const shown = code.replaceAll(/(\{\{[<%])\/\*|\*\/([>%]\}\})/g, '$1$2');
  return isTemplated ? shown.replaceAll(/\{%-?\s*(?:end)?raw\s*-?%\}\n?/g, '') : shown;
}

/** Reads to the end of a line, or of what begins in it. */
function readLine(cursor: Cursor, notes: ImportNote[], options: Options): void {
  for (;;) {
    const mark = cursor.nextInLine();
    if (mark === null) return;
    if (mark.startsWith('`')) {
      const [span] = cursor.match(new RegExp(`${mark}(?!\`)[^\\n]*?(?<!\`)${mark}(?!\`)`, 'y')) ?? [mark];
      cursor.take(span.length);
    } else if (
      !readComment(cursor, mark, options.isTemplated && mark.startsWith('{') ? [] : notes) &&
      !readWikiLink(cursor, options) &&
      !(mark.startsWith('<') && readElement(cursor, notes, options)) &&
      !readAttributes(cursor, notes, options.isMdx && /^\{[\w'"]/.test(mark)) &&
      !resolveTag(cursor, mark, notes, options)
    )
      cursor.take(mark.length);
  }
}

/** A link or an image of Obsidian, and the size of an image, which is left out; false for other brackets. */
function readWikiLink(cursor: Cursor, { fileNamed }: Options): boolean {
  const [size] = cursor.match(imageSize) ?? [];
  const [whole, embeds = '', name = '', words = name] = cursor.match(wikiLink) ?? [];
  const path = whole === undefined ? null : fileNamed?.(name.trim());
  cursor.skip((size ?? (path ? whole : '') ?? '').length);
  if (path) {
    const isShown = embeds !== '' && isImage.test(path);
    const shown = isShown && /^(?:\d+(?:x\d+)?|.*\.\w+)$/.test(words) ? '' : words;
    cursor.write(`${isShown ? '!' : ''}[${shown}](</${path}>)`);
  }
  return size !== undefined || Boolean(path);
}

/** Code, whose characters stay as they are; an element with Markdown in it; a component of MDX. */
function readElement(cursor: Cursor, notes: ImportNote[], options: Options): boolean {
  const [start] = cursor.match(/<\w[^<>]{0,300}?(?=\smarkdown=)/y) ?? [];
  if (start !== undefined) {
    cursor.write(`${start}>\n\n`);
    cursor.until(/>/g);
    return true;
  }
  const isAtStart = cursor.isAtLineStart();
  const code = readCodeElement(cursor, '', (inner) => withoutEscapes(inner, options.isTemplated));
  if (code === null) return options.isMdx && resolveComponent(cursor, notes);
  cursor.write(isAtStart || !code.html.includes('\n') ? code.html : `\n\n${code.html}\n\n`);
  return true;
}

/** Comments of every template language, and their ends. */
const comments: readonly { start: RegExp; end: RegExp; isOpenHidden?: true }[] = [
  { start: /<!--/y, end: /-->/g, isOpenHidden: true },
  { start: /\{\{-?\s*\/\*/y, end: /\*\/\s*-?\}\}/g, isOpenHidden: true },
  { start: /\{\{!--/y, end: /--\}\}/g, isOpenHidden: true },
  { start: /\{\{!/y, end: /\}\}/g },
  { start: /\{\/\*/y, end: /\*\/\}/g },
  { start: /\{#[-\s]/y, end: /#\}/g },
  { start: /\{>>/y, end: /<<\}/g },
  { start: /\{::comment\}/y, end: /\{:\/(?:comment)?\}/g, isOpenHidden: true },
  { start: /%%[ \t]*\n/y, end: /%%/g, isOpenHidden: true },
  { start: /%%/y, end: /%%/g },
];

/** @param notes told of a comment that may be words, in a folder of no generator */
function readComment(cursor: Cursor, mark: string, notes: ImportNote[]): boolean {
  const comment = mark.startsWith('`') ? undefined : comments.find(({ start }) => cursor.sees(start));
  if (!comment) return false;
  const end = cursor.find(comment.end, mark.length);
  if (end === null && !comment.isOpenHidden) return false;
  cursor.skipTo(end ?? Infinity);
  if (/^(?:\{[{#>]|%)/.test(mark)) addNote(notes, 'left out', `comment ${mark}`);
  return true;
}
