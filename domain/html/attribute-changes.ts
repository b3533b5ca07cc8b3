import { alignBlocks } from './align-blocks.ts';
import { elementsOf, type BodyElement, type BodyNode, type BodyTree } from './html-tree.ts';

/** The value of an attribute that a comparison of words does not show; null on the side that does not have it. */
export type AttributeChange = { name: string; words: string; before: string | null; after: string | null };

type Found = { name: string; words: string; value: string };

const maxWords = 80;

/**
 * The targets of links, sources of images and videos, and other attributes (`told`) that differ between two bodies.
 * Each is compared together with the words it stands at, in order, so that an address that stands elsewhere in the text
 * counts as another one. Pure.
 */
export function attributeChanges(one: BodyTree, other: BodyTree): AttributeChange[] {
  const differing = alignedBy(attributesIn(one), attributesIn(other), (it) => `${placeOf(it)}\n${it.value}`);
  const { pairs, removed, added } = alignedBy(differing.removed, differing.added, placeOf);
  // One that has moved past another of the same words is no pair: both places are named.
  const changed = pairs.filter(([{ value }, { value: after }]) => value !== after);
  const moved = pairs.filter(([{ value }, { value: after }]) => value === after);
  return [
    ...changed.map(([{ value, ...place }, { value: after }]) => ({ ...place, before: value, after })),
    ...[...added, ...moved.map(([, to]) => to)].map(({ value, ...place }) => ({
      ...place,
      before: null,
      after: value,
    })),
    ...[...removed, ...moved.map(([from]) => from)].map(({ value, ...place }) => ({
      ...place,
      before: value,
      after: null,
    })),
  ];
}

/** The attributes whose change neither the words nor the look of a block shows for certain. */
const told = [
  ['href', 'Link'],
  ['alt', 'Alt text'],
  ['title', 'Title'],
  ['dir', 'Direction'],
  ['lang', 'Language'],
  ['id', 'Anchor'],
  ['datetime', 'Date'],
  ['scope', 'Header of'],
  ['open', 'Open at first'],
  ['class', 'Code language'],
] as const;

function toldValue({ name, attributes }: BodyElement, attribute: string): string | undefined {
  if (attribute === 'class' && name !== 'code') return undefined;
  return attribute === 'open' && attributes['open'] === '' ? 'yes' : attributes[attribute];
}

function placeOf({ name, words }: Found): string {
  return `${name}\n${words}`;
}

function alignedBy(one: readonly Found[], other: readonly Found[], keyOf: (found: Found) => string) {
  const places = alignBlocks(one.map(keyOf), other.map(keyOf));
  const taken = new Set(places);
  const matches = one.map((found, index) => {
    const match = other[places[index] ?? -1];
    return match && ([found, match] as const);
  });
  return {
    pairs: matches.filter((pair) => pair !== undefined),
    removed: one.filter((_, index) => matches[index] === undefined),
    added: other.filter((_, index) => !taken.has(index)),
  };
}

function attributesIn(tree: BodyTree): Found[] {
  return [...elementsOf(tree)].flatMap((element) => {
    const { src = '' } = element.attributes;
    const isMedia = element.name === 'img' || element.name === 'iframe';
    const words = isMedia ? '' : firstWords(element.children);
    const source = element.name === 'img' ? 'Image' : 'Video';
    return [
      ...(isMedia ? [{ name: source, words: '', value: src }] : []),
      ...told.map(([attribute, name]) => ({ name, words, value: toldValue(element, attribute) })),
    ].filter((found): found is Found => found.value !== undefined);
  });
}

/** The beginning of what is read in some nodes; of an image its description. */
function firstWords(nodes: readonly BodyNode[]): string {
  let text = '';
  for (const piece of piecesOf(nodes)) {
    text += piece;
    if (text.length > maxWords) break;
  }
  return text.slice(0, maxWords).replace(/\s+/g, ' ').trim();
}

function* piecesOf(nodes: readonly BodyNode[]): Generator<string> {
  for (const node of nodes) {
    if (typeof node === 'string') yield node;
    else if (node.name === 'img') yield node.attributes['alt'] ?? '';
    else yield* piecesOf(node.children);
  }
}
