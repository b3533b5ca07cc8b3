import { isDomainError } from '#domain/core/errors.ts';
import { cleanTree, serializeClean } from '#domain/html/html.ts';
import {
  element,
  isVoid,
  serializeHtml,
  startTag,
  type BodyElement,
  type BodyNode,
  type BodyTree,
} from '#domain/html/html-tree.ts';
import { markdownHtml } from './markdown-html.ts';

/**
 * A body as Markdown: CommonMark with the tables, strikethrough and footnotes of GitHub. What Markdown cannot say
 * stands in it as HTML, first the formatting within a block, else the block. Each block is read again and compared, so
 * `cleanHtml(markdownHtml(writeMarkdown(tree)))` is the body, byte for byte.
 */
export function writeMarkdown(body: BodyTree): string {
  // Most bodies are what they were in the shortest style, and one reading says so.
  const short = joinBlocks(
    body,
    body.map((node) => writeBlock(node, { style: 'marks', notes: asMarkdown })),
  );
  if (isSame(short, body)) return short;
  const written = body.map(chooseWriting);
  const withNotes = written.map(({ block, style }) => block(style, asMarkdown));
  const markdown = joinBlocks(body, withNotes);
  if (isSame(markdown, body)) return markdown;
  return joinBlocks(
    body,
    body.map((node) => rawHtml([node])),
  );
}

/** How a block says its formatting; `html`: the block as a whole is HTML. */
type Style = 'marks' | 'tags' | 'html';

/** How footnotes are written, each place of them with its key. */
type Notes = {
  reference: (source: BodyElement, key: string) => string;
  list: (source: BodyElement) => string;
};

const asHtml: Notes = { reference: (source) => rawHtml([source]), list: (source) => rawHtml([source]) };
const asMarkdown: Notes = {
  reference: (_, key) => `[^${key}]`,
  list: ({ children }) => children.map((note) => footnote(note)).join('\n\n'),
};

type Block = (style: Style, notes: Notes) => string;

/** The shortest style in which the block, read again, is what it was. */
function chooseWriting(node: BodyNode): { block: Block; style: Style } {
  const block: Block = (style, notes) =>
    style === 'html' ? htmlBlock(node, notes) : writeBlock(node, { style, notes });
  // With a block below it, because white space at the end of a text is read in another way.
  const style = (['marks', 'tags'] as const).find((one) =>
    isSame(`${block(one, asHtml)}\n\n---\n`, [node, rule]),
  );
  return { block, style: style ?? 'html' };
}

const rule = element('hr', {}, []);

/** A text that a reader refuses is not the same either. */
function isSame(markdown: string, body: BodyTree): boolean {
  try {
    return serializeClean(cleanTree(markdownHtml(markdown))) === serializeHtml(body);
  } catch (error) {
    if (isDomainError(error)) return false;
    throw error;
  }
}

function joinBlocks(body: BodyTree, blocks: readonly string[]): string {
  let text = '';
  for (const [index, block] of blocks.entries()) {
    // Two lists that follow each other would be one.
    const isSecondList = isList(body[index]) && isList(body[index - 1]);
    text += `${index === 0 ? '' : '\n'}${isSecondList ? '<!-- -->\n\n' : ''}${block}\n`;
  }
  return text;
}

function isList(node: BodyNode | undefined): boolean {
  return typeof node === 'object' && (node.name === 'ul' || node.name === 'ol');
}

type Writing = { style: Exclude<Style, 'html'>; notes: Notes };

function writeBlock(node: BodyNode, writing: Writing): string {
  if (typeof node === 'string') return writeText(node);
  const { name, attributes, children } = node;
  if (isNoteList(node)) return writing.notes.list(node);
  if (name === 'ol' && Object.keys(attributes).every((key) => key === 'start'))
    return writeList(node, writing);
  if (Object.keys(attributes).length === 0 || name === 'pre')
    switch (name) {
      case 'p':
        return startSafely(writeInline(children, writing));
      case 'h1':
      case 'h2':
      case 'h3':
      case 'h4':
      case 'h5':
      case 'h6': // prettier-ignore
        return `${'#'.repeat(Number(name[1]))} ${writeInline(children, writing).replace(/#+$/, (marks) => `\\${marks}`)}`;
      case 'blockquote':
        return writeBlocks(children, writing).replace(/^/gm, '> ').replace(/ $/gm, '');
      case 'ul':
        return writeList(node, writing);
      case 'pre':
        return writeCode(node) ?? htmlBlock(node, writing.notes);
      case 'hr':
        return '---';
      case 'table':
        return writeTable(node, writing) ?? htmlBlock(node, writing.notes);
    }
  return htmlBlock(node, writing.notes);
}

function writeBlocks(nodes: readonly BodyNode[], writing: Writing): string {
  return joinBlocks(
    nodes,
    nodes.map((node) => writeBlock(node, writing)),
  ).trimEnd();
}

/** Items whose words stand in paragraphs have empty lines between them. */
function writeList({ name, attributes, children }: BodyElement, writing: Writing): string {
  const first = Number(attributes['start'] ?? 1);
  const items = children.map((item, index) => {
    const mark = name === 'ol' ? `${first + index}. ` : '- ';
    const content = typeof item === 'string' ? writeText(item) : writeItem(item.children, writing);
    return mark + content.replace(/\n(?=[^\n])/g, `\n${' '.repeat(mark.length)}`);
  });
  const isLoose = children.some((item) => typeof item === 'object' && item.children.some((child) => typeof child === 'object' && child.name === 'p')); // prettier-ignore
  return items.join(isLoose ? '\n\n' : '\n');
}

function writeItem(nodes: readonly BodyNode[], writing: Writing): string {
  const words = nodes.findIndex((node) => typeof node === 'object' && isItemBlock(node.name));
  if (words === -1) return startSafely(writeInline(nodes, writing));
  const blocks = writeBlocks(nodes.slice(words), writing);
  if (words === 0) return blocks;
  const line = startSafely(writeInline(nodes.slice(0, words), writing));
  return `${line}\n${nodes.slice(words).every(isList) ? '' : '\n'}${blocks}`;
}

function isItemBlock(name: string): boolean {
  return /^(?:p|h\d|[uo]l|dl|blockquote|pre|hr|table|figure|details|aside|iframe)$/.test(name);
}

function writeCode({ attributes, children }: BodyElement): string | null {
  const [code, ...others] = children;
  if (typeof code !== 'object' || code.name !== 'code' || others.length > 0) return null;
  const language = /^language-([^`\s]+)$/.exec(code.attributes['class'] ?? '')?.[1] ?? '';
  const [text = ''] = code.children;
  if (typeof text !== 'string' || code.children.length > 1 || Object.keys(attributes).length > 0) return null;
  const fence = '`'.repeat(Math.max(3, longestRun(text, /`+/g) + 1));
  return `${fence}${language}\n${text}\n${fence}`;
}

const alignmentRules = new Map([
  ['align-left', ':--'],
  ['align-center', ':-:'],
  ['align-right', '--:'],
]);

/** A head of one row, a body, and in each row as many cells. */
function writeTable({ children }: BodyElement, writing: Writing): string | null {
  const rowsOf = (name: string) =>
    children.flatMap((part) => (typeof part === 'object' && part.name === name ? part.children : []));
  const [head, ...otherHeads] = rowsOf('thead');
  if (head === undefined || otherHeads.length > 0) return null;
  const written = (row: BodyNode) =>
    tableLine(cellsOf(row).map((cell) => writeInline(cell.children, writing).replaceAll('|', '\\|')));
  const rules = cellsOf(head).map(({ attributes }) => alignmentRules.get(attributes['class'] ?? '') ?? '---');
  return [written(head), tableLine(rules), ...rowsOf('tbody').map(written)].join('\n');
}

function cellsOf(row: BodyNode): BodyElement[] {
  return typeof row === 'string' ? [] : row.children.filter((cell) => typeof cell === 'object');
}

function tableLine(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

const delimiters = new Map([
  ['strong', '**'],
  ['em', '*'],
  ['del', '~~'],
]);

function writeInline(nodes: readonly BodyNode[], writing: Writing): string {
  return nodes
    .map((node) => (typeof node === 'string' ? writeText(node) : writeElement(node, writing)))
    .join('');
}

function writeElement(node: BodyElement, writing: Writing): string {
  const { name, children } = node;
  const key = referenceKey(node);
  if (key !== null) return writing.notes.reference(node, key);
  if (name === 'br') return '\\\n';
  const written = writing.style === 'marks' ? writeMarks(node, writing) : null;
  if (written !== null) return written;
  const tag = markdownSafe(startTag(node));
  return isVoid(name) ? tag : `${tag}${writeInline(children, writing)}</${name}>`;
}

/** @returns null for what only HTML can say */
function writeMarks({ name, attributes, children }: BodyElement, writing: Writing): string | null {
  const others = Object.keys(attributes).filter((key) => !['href', 'src', 'alt', 'title'].includes(key));
  if (others.length > 0) return null;
  const { href, src, alt = '', title } = attributes;
  const target = (address: string) =>
    `(${/[\s()<>\\]|^$/.test(address) ? `<${escaped(address, /[\\<>]/g)}>` : address.replaceAll('&', '&amp;')}${title === undefined ? '' : ` "${escaped(title, /[\\"&]/g)}"`})`;
  if (name === 'a' && href !== undefined) return `[${writeInline(children, writing)}]${target(href)}`;
  if (name === 'img' && src !== undefined) return `![${writeText(alt)}]${target(src)}`;
  if (Object.keys(attributes).length > 0) return null;
  const delimiter = delimiters.get(name);
  if (delimiter !== undefined) return `${delimiter}${writeInline(children, writing)}${delimiter}`;
  const [text, ...more] = children;
  if (name !== 'code' || typeof text !== 'string' || more.length > 0 || /\n/.test(text)) return null;
  const ticks = '`'.repeat(longestRun(text, /`+/g) + 1);
  const space = /^`|`$|^ .* $/.test(text) ? ' ' : '';
  return `${ticks}${space}${text}${space}${ticks}`;
}

function longestRun(text: string, runs: RegExp): number {
  return Math.max(0, ...(text.match(runs) ?? []).map(({ length }) => length));
}

/** Escapes what Markdown, or the addresses and footnotes of GitHub, would read as more than text. */
function writeText(text: string): string {
  return escaped(
    text,
    /[\\`*[\]<~^]|&(?=[a-z#])|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|:(?=\/\/)|(?<=www)\.|@/giu,
  ).replaceAll('\u00A0', '&nbsp;');
}

function escaped(text: string, characters: RegExp): string {
  return text.replace(characters, '\\$&');
}

/** Characters that would begin another block at the start of a line. */
function startSafely(text: string): string {
  return text.replace(/^(?=[#>+=|-])/gm, '\\').replace(/^(\d{1,9})(?=[.)])/gm, '$1\\');
}

function isNoteList({ name, attributes }: BodyElement): boolean {
  return name === 'ol' && attributes['class'] === 'block-footnotes';
}

/** The key of the footnote that `<sup><a href="#anchor-fn-KEY" class="block-footnote">` refers to. */
function referenceKey({ name, attributes, children }: BodyElement): string | null {
  const [link] = children;
  if (name !== 'sup' || Object.keys(attributes).length > 0 || typeof link !== 'object') return null;
  if (link.attributes['class'] !== 'block-footnote') return null;
  return /^#anchor-fn-([\w-]{1,60})$/.exec(link.attributes['href'] ?? '')?.[1] ?? null;
}

function footnote(note: BodyNode): string {
  if (typeof note === 'string') return note;
  const key = note.attributes['id']?.replace('anchor-fn-', '') ?? '';
  const back = note.children.at(-1);
  const words =
    typeof back === 'object' && back.attributes['class'] === 'block-back'
      ? note.children.slice(0, -1)
      : note.children;
  return `[^${key}]: ${writeInline(words, { style: 'marks', notes: asHtml }).trimEnd()}`;
}

/** HTML that ends at no line of its own: a line without words would end it for a reader of Markdown. */
function htmlBlock(node: BodyNode, notes: Notes): string {
  if (typeof node === 'object' && isNoteList(node)) return notes.list(node);
  return rawHtml([node]);
}

function rawHtml(nodes: readonly BodyNode[]): string {
  return markdownSafe(serializeHtml(nodes));
}

/** HTML without what Markdown would read in it: a line break, the mark of a footnote. */
function markdownSafe(html: string): string {
  return html.replaceAll('\n', '&#10;').replaceAll('[^', '&#91;^');
}
