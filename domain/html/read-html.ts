import { indexOrEnd } from '#domain/fields/index-or-end.ts';
import {
  bodyNames,
  isVoid,
  type Attributes,
  type BodyName,
  type BodyNode,
  type BodyTree,
} from './html-tree.ts';

/** Elements within each other; those of clean HTML stay below. */
const maxDepth = 256;

const names: ReadonlyMap<string, BodyName> = new Map(bodyNames.map((name) => [name, name]));

/**
 * The tree of HTML that is clean: the inverse of `serializeHtml`, small and quick enough for a browser. Of other HTML it
 * makes a tree too, in proportional time, but one that must not be shown as HTML.
 */
export function readHtml(html: string): BodyTree {
  const root: BodyNode[] = [];
  const open = [root];
  for (let at = 0; at < html.length;) {
    const children = open.at(-1) ?? root;
    const tagAt = indexOrEnd(html, '<', at);
    if (tagAt > at) children.push(readReferences(html.slice(at, tagAt)));
    const end = endOfTag(html, tagAt);
    if (html[tagAt + 1] === '/') {
      if (open.length > 1) open.pop();
    } else if (tagAt < html.length) openElement(html.slice(tagAt + 1, end - 1), children, open);
    at = end;
  }
  return root;
}

/** An element that a body does not know is its children. */
function openElement(tag: string, siblings: BodyNode[], open: BodyNode[][]): void {
  const written = tag.slice(0, indexOrEnd(tag, ' ', 0));
  const name = names.get(written);
  if (name === undefined || open.length >= maxDepth) {
    open.push(siblings);
    return;
  }
  const children: BodyNode[] = [];
  siblings.push({ name, attributes: readAttributes(tag, name.length), children });
  if (!isVoid(name)) open.push(children);
}

function readAttributes(tag: string, from: number): Attributes {
  const attributes: [string, string][] = [];
  for (let at = from; at < tag.length;) {
    const valueAt = indexOrEnd(tag, '="', at);
    const words = tag
      .slice(at, valueAt)
      .split(' ')
      .filter((word) => word !== '');
    const last = valueAt < tag.length ? words.pop() : undefined;
    for (const word of words) attributes.push([word, '']);
    const end = indexOrEnd(tag, '"', valueAt + 2);
    if (last !== undefined) attributes.push([last, readReferences(tag.slice(valueAt + 2, end))]);
    at = end + 1;
  }
  return Object.fromEntries(attributes);
}

/** The index behind the tag that begins at `at`. A `>` in an attribute's value does not end it. */
function endOfTag(html: string, at: number): number {
  let isQuoted = false;
  for (let index = at; index < html.length; index += 1) {
    const character = html[index];
    if (character === '"') isQuoted = !isQuoted;
    else if (character === '>' && !isQuoted) return index + 1;
  }
  return html.length + 1;
}

/** The characters that references such as `&amp;` stand for. */
function readReferences(text: string): string {
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
