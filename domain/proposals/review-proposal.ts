import { textFieldNames, type PostState } from '#domain/posts/post-fields.ts';
import { imageFields } from '#domain/posts/used-images.ts';
import { elementsOf } from '#domain/html/html-tree.ts';
import { cleanTree, textOf } from '#domain/html/html.ts';

/** Additions of a proposal that a reader of the text alone could miss. */
export type Additions = {
  /** Targets of links, whatever their words say. */
  links: string[];
  images: string[];
  /** Addresses of videos. */
  embeds: string[];
  /** Characters that cannot be seen or that turn the order of reading, by their code points, with the words around them. */
  hidden: { character: string; around: string }[];
};

const maxShown = 100;
/** Hidden characters of one text. */
const maxLookedAt = 10_000;
/** Invisible, or changing the direction of what follows; the joiners and variations that emoji and Indic scripts need are left alone. */
const hiddenCharacters =
  /[[\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]--[\u{200C}\u{200D}\p{Variation_Selector}]]/gv;

/** The differences from the text that a proposal was begun on, each thing once. Pure. */
export function additionsOf(base: PostState, proposed: PostState): Additions {
  const [before, after] = [referencesOf(base), referencesOf(proposed)];
  const added = (kind: 'links' | 'images' | 'embeds') =>
    [...after[kind].difference(before[kind])].slice(0, maxShown);
  const known = hiddenIn(before.texts);
  const hidden = [...hiddenIn(after.texts)].filter(([place]) => !known.has(place)).map(([, one]) => one);
  return {
    links: added('links'),
    images: added('images'),
    embeds: added('embeds'),
    hidden: hidden.slice(0, maxShown),
  };
}

function referencesOf(state: PostState) {
  const found = { links: new Set<string>(), images: new Set<string>(), embeds: new Set<string>() };
  const tree = cleanTree(state.content);
  for (const { name, attributes } of elementsOf(tree)) {
    if (name === 'a' && attributes['href'] !== undefined) found.links.add(attributes['href']);
    if (name === 'img' && attributes['src'] !== undefined) found.images.add(attributes['src']);
    if (name === 'iframe' && attributes['src'] !== undefined) found.embeds.add(attributes['src']);
  }
  for (const { name } of imageFields) if (state[name] !== null) found.images.add(state[name]);
  for (const address of [state.canonicalUrl, state.link]) if (address !== null) found.links.add(address);
  const texts = textFieldNames.map((name) => state[name]).filter((value) => typeof value === 'string');
  return { ...found, texts: [...texts, textOf(tree)] };
}

/** Hidden characters by their place: the character and the words around it. */
function hiddenIn(texts: readonly string[]): Map<string, Additions['hidden'][number]> {
  const found = new Map<string, Additions['hidden'][number]>();
  for (const text of texts) {
    for (const { index, 0: character } of text.matchAll(hiddenCharacters).take(maxLookedAt)) {
      const words = text.slice(Math.max(0, index - 20), index + character.length + 20);
      const around = words.replace(hiddenCharacters, '·').replace(/\s+/g, ' ').trim().toWellFormed();
      found.set(`${character} ${around}`, { character: codePointOf(character), around });
    }
  }
  return found;
}

function codePointOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
