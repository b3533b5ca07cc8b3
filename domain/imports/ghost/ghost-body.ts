import { serialize, type DefaultTreeAdapterTypes as Tree } from 'parse5';

import { parseJson } from '#domain/fields/parse-json.ts';
import { escapeHtml } from '#domain/html/escape-html.ts';
import { parseHtml, type ParsedNode } from '#domain/html/parse-html.ts';
import { addNote } from '../import-item.ts';
import type { ImportNote } from '../import-report.ts';
import { wordsOf } from '../plain-words.ts';
import { replaceBetween } from '../replace-between.ts';
import { foldLexical, foldMobiledoc } from './fold-documents.ts';
import { blocks } from './ghost-cards.ts';

type Bodies = { html: string; lexical: string; mobiledoc: string; plaintext: string };

/** The body of a Ghost text from what the export has of it, as HTML that is not clean. */
export function ghostBody({ html, lexical, mobiledoc, plaintext }: Bodies, notes: ImportNote[]): string {
  if (html.trim() !== '') return ofHtml(html, notes);
  const folded = foldLexical(parseJson(lexical), notes) || foldMobiledoc(parseJson(mobiledoc), notes);
  if (folded !== '') return ofHtml(folded, notes);
  if (plaintext !== '') addNote(notes, 'changed', 'The export has its words only, without formatting.');
  return plaintext
    .split(/\n{2,}/)
    .map((part) => `<p>${escapeHtml(part)}</p>`)
    .join('');
}

function ofHtml(html: string, notes: ImportNote[]): string {
  const shown = replaceBetween(html, '<!--kg-gated-block:begin', '<!--kg-gated-block:end-->', (whole) => {
    if (/^[^>]{0,500}\bnonMember:true/.test(whole)) return whole;
    addNote(notes, 'left out', 'block for members: not everybody was shown it');
    return '';
  });
  return shown.includes('kg-') ? inner(parseHtml(shown).flatMap((node) => withBlocks(node, notes))) : shown;
}

function inner(nodes: readonly ParsedNode[]): string {
  return serialize({ nodeName: '#document-fragment', childNodes: [...nodes] });
}

/** A node in which the cards are blocks of this product. */
function withBlocks(node: ParsedNode, notes: ImportNote[]): ParsedNode[] {
  if (!('tagName' in node)) return [node];
  const [, card = ''] = /\bkg-([a-z-]+)-card\b/.exec(classOf(node)) ?? [];
  const read = readers[card];
  if (read) return parseHtml(read(node));
  if (/^(?:signup|email|email-cta|paywall|nft)$/.test(card)) {
    addNote(notes, 'left out', `card ${card}: it has no block here`);
    return [];
  }
  return [{ ...node, childNodes: node.childNodes.flatMap((child) => withBlocks(child, notes)) }];
}

const readers: Readonly<Record<string, (card: Tree.Element) => string>> = {
  bookmark: (card) =>
    blocks.bookmark(
      attributeIn(card, 'a', 'href'),
      wordsIn(card, 'kg-bookmark-title'),
      wordsIn(card, 'kg-bookmark-description'),
    ),
  callout: (card) => blocks.callout(wordsIn(card, 'kg-callout-emoji'), htmlIn(card, 'kg-callout-text')),
  toggle: (card) =>
    blocks.toggle(escapeHtml(wordsIn(card, 'kg-toggle-heading')), htmlIn(card, 'kg-toggle-content')),
  button: (card) => blocks.button(attributeIn(card, 'a', 'href'), wordsIn(card, 'kg-btn')),
  gallery: (card) =>
    blocks.gallery(
      allIn(card, (node) => node.tagName === 'img').map((image) =>
        blocks.image(attributeOf(image, 'src'), attributeOf(image, 'alt'), ''),
      ),
      allIn(card, (node) => node.tagName === 'figcaption')
        .map(({ childNodes }) => inner(childNodes))
        .join(''),
    ),
  file: (card) => blocks.link(attributeIn(card, 'a', 'href'), wordsIn(card, 'kg-file-card-title')),
  audio: (card) => blocks.link(attributeIn(card, 'audio', 'src'), wordsIn(card, 'kg-audio-title')),
  video: (card) =>
    blocks.link(
      attributeIn(card, 'video', 'src'),
      allIn(card, (node) => node.tagName === 'figcaption')
        .map(wordsOfNode)
        .join(''),
    ),
};

function classOf(node: Tree.Element): string {
  return attributeOf(node, 'class');
}

function attributeOf(node: Tree.Element, name: string): string {
  return node.attrs.find((attribute) => attribute.name === name)?.value ?? '';
}

function allIn(node: Tree.Element, isWanted: (node: Tree.Element) => boolean): Tree.Element[] {
  return node.childNodes.flatMap((child) => {
    if (!('tagName' in child)) return [];
    return isWanted(child) ? [child] : allIn(child, isWanted);
  });
}

function attributeIn(card: Tree.Element, tagName: string, name: string): string {
  const [found] = allIn(card, (node) => node.tagName === tagName);
  return found ? attributeOf(found, name) : '';
}

function withClass(card: Tree.Element, name: string): Tree.Element | undefined {
  return allIn(card, (node) => classOf(node).split(/\s+/).includes(name))[0];
}

function wordsIn(card: Tree.Element, name: string): string {
  const found = withClass(card, name);
  return found ? wordsOfNode(found) : '';
}

function wordsOfNode({ childNodes }: Tree.Element): string {
  return wordsOf(inner(childNodes));
}

function htmlIn(card: Tree.Element, name: string): string {
  return inner(withClass(card, name)?.childNodes ?? []);
}
