import { attributeChanges, type AttributeChange } from '#domain/html/attribute-changes.ts';
import { elementsOf, type BodyTree } from '#domain/html/html-tree.ts';
import { cleanTree, textOf } from '#domain/html/html.ts';
import { readDescription } from '#domain/images/image-description.ts';
import { postFields, textFieldNames, type PostState } from '#domain/posts/post-fields.ts';
import { imageFields } from '#domain/posts/used-images.ts';

/** Changes of a proposal that a reader of the text alone could miss. */
export type Additions = {
  attributes: AttributeChange[];
  /** Characters that cannot be seen or that turn the order of reading, by their code points, with the words around them. */
  hidden: { character: string; around: string }[];
  /** Number of hidden characters beyond those of the list. */
  moreHidden: number;
};

const maxShown = 100;
/** Hidden characters of one text. */
const maxLookedAt = 10_000;
/**
 * Invisible, or changing the direction of what follows. Emoji and Indic scripts need single joiners and variations, and
 * some emoji one of each: only more in a row, or one after a Latin character, is hidden.
 */
const hiddenCharacters =
  /[[\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]--[\u{200C}\u{200D}\p{Variation_Selector}]]|[\u{200C}\u{200D}]{2,}|\p{Variation_Selector}{2,}|[\u{200C}\u{200D}\p{Variation_Selector}]{3,}|(?<=\p{Script=Latin})[\u{200C}\u{200D}\p{Variation_Selector}]/gv;

/** The differences from the text that a proposal was begun on, each thing once. Pure. */
export function additionsOf(base: PostState, proposed: PostState): Additions {
  const [before, after] = [cleanTree(base.content), cleanTree(proposed.content)];
  const known = hiddenIn(textsOf(base, before));
  const hidden = [...hiddenIn(textsOf(proposed, after))].filter(([place]) => !known.has(place));
  return {
    attributes: [...addressesChanged(base, proposed), ...attributeChanges(before, after)],
    hidden: hidden.slice(0, maxShown).map(([, one]) => one),
    moreHidden: Math.max(0, hidden.length - maxShown),
  };
}

const addressFields = [...imageFields.map(({ name }) => name), 'canonicalUrl', 'link'] as const;

function addressesChanged(base: PostState, proposed: PostState): AttributeChange[] {
  return addressFields
    .filter((name) => base[name] !== proposed[name])
    .map((name) => ({
      name: 'Field',
      words: postFields[name].label,
      before: base[name],
      after: proposed[name],
    }));
}

/** Everything of a text that is words, in attributes too. */
function textsOf(state: PostState, tree: BodyTree): string[] {
  const { services, technologies, results, imageDescription } = state;
  return [
    ...textFieldNames.map((name) => state[name] ?? ''),
    ...services,
    ...technologies,
    ...results.flatMap(({ figure, label }) => [figure, label]),
    ...Object.values(readDescription(imageDescription)),
    ...[...elementsOf(tree)].flatMap(({ attributes }) => Object.values(attributes)),
    textOf(tree),
  ];
}

/** Hidden characters by their place: the characters and the words around them. */
function hiddenIn(texts: readonly string[]): Map<string, Additions['hidden'][number]> {
  const found = new Map<string, Additions['hidden'][number]>();
  for (const text of texts) {
    for (const { index, 0: characters } of text.matchAll(hiddenCharacters).take(maxLookedAt)) {
      const words = text.slice(Math.max(0, index - 20), index + characters.length + 20);
      const around = words.replace(hiddenCharacters, '·').replace(/\s+/g, ' ').trim().toWellFormed();
      const character = [...characters].slice(0, 8).map(codePointOf).join(' ');
      found.set(`${character} ${around}`, { character, around });
    }
  }
  return found;
}

function codePointOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
