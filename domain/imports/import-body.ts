import { html as standard, serialize, type DefaultTreeAdapterTypes as Tree } from 'parse5';

import { allowedName } from '#domain/html/html-rules.ts';
import { isOwnImage } from '#domain/html/own-image.ts';
import { isHtmlElement, parseHtml, type ParsedNode } from '#domain/html/parse-html.ts';
import { parseTextStyles } from '#domain/html/text-styles.ts';
import { readVideo } from '#domain/html/video.ts';
import { addNote } from './import-item.ts';
import type { ImportNote } from './import-report.ts';
import { unsizedPath } from './plain-words.ts';

export type BodyChanges = {
  /** The address in this site's store of an image, or null for one that could not be taken. */
  image: (address: string) => string | null;
  /** The new address of what a link leads to, or null for one that stays. */
  link: (address: string) => string | null;
};

/**
 * The body of an imported text with the addresses of this site. What the cleaning will not keep becomes what it keeps,
 * and is noted. The result is not clean.
 */
export function changeBody(html: string, changes: BodyChanges, notes: ImportNote[]): string {
  const nodes = changeNodes(parseHtml(html), changes, notes, false);
  return serialize({ nodeName: '#document-fragment', childNodes: nodes });
}

/** The addresses of all images and links of a body, each once. */
export function namesIn(html: string): { images: ReadonlySet<string>; links: ReadonlySet<string> } {
  const images = new Set<string>();
  const links = new Set<string>();
  const image = (address: string) => (images.add(address), address);
  const link = (address: string) => (links.add(address), null);
  changeBody(html, { image, link }, []);
  return { images, links };
}

/** The parser limits the depth. */
function changeNodes(
  nodes: readonly ParsedNode[],
  changes: BodyChanges,
  notes: ImportNote[],
  isInLink: boolean,
): ParsedNode[] {
  return nodes.flatMap((node, index) => {
    if (!('tagName' in node)) return node.nodeName === '#comment' ? [] : [node];
    if (isHidden(node)) {
      addNote(notes, 'left out', `<${node.tagName.slice(0, 40)}>: the page hid it`);
      return [];
    }
    // The image for readers without scripts, beside one that a script loads.
    if (node.tagName === 'noscript' && nodes.slice(Math.max(0, index - 2), index + 3).some(isLazyImage))
      return [];
    const replaced = replacement(node, changes, notes, isInLink);
    if (replaced) return replaced;
    noteLoss(node, notes);
    const children = changeNodes(aligned(node), changes, notes, isInLink || node.tagName === 'a');
    return [{ ...node, childNodes: children }];
  });
}

function replacement(
  node: Tree.Element,
  { image, link }: BodyChanges,
  notes: ImportNote[],
  isInLink: boolean,
): ParsedNode[] | null {
  const value = (name: string) => attributeOf(node, name);
  if (node.tagName === 'img') {
    const address = imageAddressOf(value);
    const stored = address === '' ? null : image(address);
    if (stored !== null) return [withAttributes(node, { src: stored, srcset: null, sizes: null })];
    const words = value('alt') || (address.split(/[?#]/, 1)[0]?.split('/').at(-1) ?? '');
    if (address === '' || isInLink) return [textNode(words)];
    return [element('a', { href: wholeAddress(address) }, [textNode(`Image: ${words}`)])];
  }
  if (node.tagName === 'a') {
    const href = wholeAddress(value('href'));
    const isFull =
      isImageAddress(href) && (node.childNodes.some(hasImage) || !/^(?:[a-z]+:)?\/\//i.test(href));
    const target = (isFull ? image(href) : null) ?? link(href);
    if (target === null && href === value('href')) return null;
    const children = changeNodes(node.childNodes, { image, link }, notes, true);
    return [{ ...withAttributes(node, { href: target ?? href }), childNodes: children }];
  }
  if (node.tagName === 'video' || node.tagName === 'audio') {
    const source = value('src') || sourceIn(node);
    addNote(notes, 'changed', `${node.tagName}: a link to its file stands in its place`);
    return source === '' ? null : [element('p', {}, [element('a', { href: source }, [textNode(source)])])];
  }
  if (node.tagName !== 'iframe') return null;
  const address = wholeAddress(value('src') || value('data-src'));
  const host = /^https?:\/\/([^/?#]{1,100})/.exec(address)?.[1] ?? '';
  if (!readVideo(address))
    addNote(notes, 'changed', `embed of ${host || 'another page'}: a link stands in its place`);
  return [withAttributes(node, { src: address })];
}

/** An address without a protocol is one of the web. */
function wholeAddress(address: string): string {
  return address.replace(/^\/\/(?=[^/])/, 'https://');
}

function isHidden({ attrs }: Tree.Element): boolean {
  return attrs.some(
    ({ name, value }) =>
      name === 'hidden' ||
      (name === 'style' && /(?:^|;)\s*(?:display:\s*none|visibility:\s*hidden)/i.test(value)),
  );
}

const alignedBlocks = /^(?:p|h[1-6]|div|center|section|figure)$/;
const inlineNames =
  /^(?:#text|a|abbr|b|big|br|cite|code|del|em|font|i|img|ins|kbd|mark|q|s|small|span|strike|strong|su[bp]|time|tt|u)$/;

/** The children of an element. Those of a `div` have its alignment, which it does not keep itself. */
function aligned({ tagName, attrs, childNodes }: Tree.Element): ParsedNode[] {
  if (!/^(?:div|center|section)$/.test(tagName)) return childNodes;
  const align = tagName === 'center' ? 'center' : alignOf(attrs);
  if (align === undefined) return childNodes;
  const children: ParsedNode[] = [];
  let words: ParsedNode[] | null = null;
  for (const child of childNodes) {
    if ('tagName' in child && alignedBlocks.test(child.tagName)) {
      children.push(alignOf(child.attrs) ? child : withAttributes(child, { align }));
      words = null;
    } else if (!inlineNames.test(child.nodeName)) {
      children.push(child);
      words = null;
    } else if (words) words.push(child);
    else if (!('value' in child) || child.value.trim() !== '') {
      words = [child];
      children.push(element('p', { align }, words));
    }
  }
  return children;
}

function alignOf(attrs: Tree.Element['attrs']): string | undefined {
  return parseTextStyles(Object.fromEntries(attrs.map(({ name, value }) => [name, value]))).align;
}

function noteLoss(node: Tree.Element, notes: ImportNote[]): void {
  const allowed = allowedName(node.tagName);
  if (!isHtmlElement(node) || allowed === 'dropped')
    addNote(notes, 'left out', `<${node.tagName.slice(0, 40)}>: not allowed in a text`);
  else if (
    allowed === null &&
    !/^(?:big|nobr|source|param|track|pict\w+|wbr|col|colgroup)$/.test(node.tagName)
  )
    addNote(notes, 'changed', `<${node.tagName.slice(0, 40)}>: only its words were taken`);
}

/** Attributes in which the scripts of sites keep the address of an image until it is in view. */
const lazySources = ['data-src', 'data-lazy-src', 'data-original', 'data-orig-file', 'data-full-url'];
const lazySets = ['srcset', 'data-srcset', 'data-lazy-srcset'];

/** The address of an image: that for which its `src` holds a place, its `src` in full size, else the largest of its set. */
function imageAddressOf(value: (name: string) => string): string {
  const lazy = lazySources.map(value).find((address) => address !== '' && !address.startsWith('data:'));
  const src = value('src');
  const isSized = unsizedPath(src) !== src;
  if (
    lazy !== undefined ||
    (src !== '' &&
      !isSized &&
      !/^data:|(?:^|\/)(?:blank|placeholder|spacer|1x1|transparent|lazy\w*)\.\w+$/i.test(src))
  )
    return lazy ?? src;
  const candidates = lazySets
    .flatMap((name) => value(name).split(/,\s+/))
    .map((one) => {
      const [address = '', size = '1x'] = one.trim().split(/\s+/);
      return { address, size: address === '' ? 0 : Number.parseFloat(size) };
    });
  const first = { address: isSized ? src : '', size: 0 };
  return candidates.reduce((best, one) => (one.size > best.size ? one : best), first).address;
}

function isLazyImage(node: ParsedNode): boolean {
  return (
    'tagName' in node && node.tagName === 'img' && node.attrs.some(({ name }) => lazySources.includes(name))
  );
}

function isImageAddress(address: string): boolean {
  return isOwnImage(address) || /\.(?:jpe?g|png|gif|webp|avif)(?:[?#]|$)/i.test(address);
}

function hasImage(node: ParsedNode): boolean {
  return 'tagName' in node && (node.tagName === 'img' || node.childNodes.some(hasImage));
}

function sourceIn(node: Tree.Element): string {
  for (const child of node.childNodes)
    if ('tagName' in child && child.tagName === 'source') return attributeOf(child, 'src');
  return '';
}

/** The value of an attribute; '' where there is none. */
export function attributeOf({ attrs }: Tree.Element, wanted: string): string {
  return attrs.find(({ name }) => name === wanted)?.value.trim() ?? '';
}

/** The element with other attributes; null: without one. */
export function withAttributes(
  node: Tree.Element,
  values: Readonly<Record<string, string | null>>,
): Tree.Element {
  const names = new Set([...node.attrs.map(({ name }) => name), ...Object.keys(values)]);
  const before = new Map(node.attrs.map((attribute) => [attribute.name, attribute.value]));
  const attrs = [...names].flatMap((name) => {
    const value = name in values ? (values[name] ?? null) : (before.get(name) ?? '');
    return value === null ? [] : [{ name, value }];
  });
  return { ...node, attrs };
}

/** Words of a body. */
export function textNode(value: string): Tree.TextNode {
  return { nodeName: '#text', value, parentNode: null };
}

/** An element of a body. */
export function element(
  tagName: string,
  attributes: Readonly<Record<string, string>>,
  children: ParsedNode[],
): Tree.Element {
  const attrs = Object.entries(attributes).map(([name, value]) => ({ name, value }));
  const namespaceURI = standard.NS.HTML;
  return { nodeName: tagName, tagName, attrs, namespaceURI, childNodes: children, parentNode: null };
}
