import { serialize, type DefaultTreeAdapterTypes as Tree } from 'parse5';

import { parseJson } from '#domain/fields/parse-json.ts';
import { escapeHtml } from '#domain/html/escape-html.ts';
import { parseHtml, type ParsedNode } from '#domain/html/parse-html.ts';
import { attributeOf } from '../import-body.ts';
import { addNote } from '../import-item.ts';
import type { ImportNote } from '../import-report.ts';
import { wordsOf } from '../plain-words.ts';
import { replaceBetween } from '../replace-between.ts';
import { foldLexical, foldMobiledoc } from './fold-documents.ts';
import { cardHtml } from './ghost-cards.ts';

type Bodies = { html: string; lexical: string; mobiledoc: string; plaintext: string };

/** The body of a Ghost text from what the export has of it, as HTML that is not clean. */
export function ghostBody({ html, lexical, mobiledoc, plaintext }: Bodies, notes: ImportNote[]): string {
  if (html.trim() !== '') return ofHtml(html, notes);
  const folded = foldLexical(parseJson(lexical), notes) || foldMobiledoc(parseJson(mobiledoc), notes);
  if (folded !== '') return ofHtml(folded, notes);
  if (plaintext.trim() === '') return '';
  addNote(notes, 'changed', 'The export has its words only, without formatting.');
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
  const [, card = ''] = /\bkg-([a-z-]+)-card\b/.exec(attributeOf(node, 'class')) ?? [];
  const parts = partsOfCards[card];
  if (parts === undefined)
    return [{ ...node, childNodes: node.childNodes.flatMap((child) => withBlocks(child, notes)) }];
  const fields = Object.entries(parts).map(([name, part]) => [name, readPart(node, part)]);
  const images = allIn(node, ({ tagName }) => tagName === 'img').map((image) => ({
    src: attributeOf(image, 'src'),
    alt: attributeOf(image, 'alt'),
  }));
  return parseHtml(cardHtml(card, { ...Object.fromEntries(fields), images }, notes));
}

/** Places of the fields of a card in its HTML: an attribute, the HTML or the words of a tag or class. Other cards stay as they are. */
const partsOfCards: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  bookmark: {
    url: 'a@href',
    title: 'kg-bookmark-title',
    description: 'kg-bookmark-description',
    caption: '<figcaption>',
  },
  callout: { calloutEmoji: 'kg-callout-emoji', calloutText: '<kg-callout-text>' },
  toggle: { heading: '<kg-toggle-heading>', content: '<kg-toggle-content>' },
  button: { buttonUrl: 'a@href', buttonText: 'kg-btn' },
  gallery: { caption: '<figcaption>' },
  file: { src: 'a@href', fileTitle: 'kg-file-card-title', fileCaption: '<kg-file-card-caption>' },
  audio: { src: 'audio@src', title: 'kg-audio-title' },
  video: { src: 'video@src', caption: '<figcaption>' },
  signup: {},
  email: {},
  'email-cta': {},
  paywall: {},
  nft: {},
};

function readPart(card: Tree.Element, part: string): string {
  const [name = '', attribute] = part.replace(/[<>]/g, '').split('@');
  const [found] = allIn(
    card,
    (node) => node.tagName === name || attributeOf(node, 'class').split(/\s+/).includes(name),
  );
  if (!found) return '';
  if (attribute !== undefined) return attributeOf(found, attribute);
  const html = inner(found.childNodes);
  return part.startsWith('<') ? html : wordsOf(html);
}

function allIn(node: Tree.Element, isWanted: (node: Tree.Element) => boolean): Tree.Element[] {
  return node.childNodes.flatMap((child) => {
    if (!('tagName' in child)) return [];
    return isWanted(child) ? [child] : allIn(child, isWanted);
  });
}
