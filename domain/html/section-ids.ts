import { slugify } from '#domain/fields/slugify.ts';
import { isHeading } from './blocks.ts';
import {
  element,
  elementsOf,
  type BodyElement,
  type BodyName,
  type BodyTree,
  type HtmlNode,
} from './html-tree.ts';
import { textOnOneLine } from './visible-text.ts';

export type Section = { id: string; heading: string };

type Sections = {
  /** Null for an element that is no heading, and for a heading without words. */
  of: (heading: BodyElement) => Section | null;
  /** A link within the post with the address of what it leads to; a link that leads nowhere is only its words. */
  link: <Name extends string>(
    link: BodyElement,
    children: HtmlNode<BodyName | Name>[],
  ) => HtmlNode<BodyName | Name>[];
};

/** A page of more headings would be many times its text. */
const maxSections = 2_000;

/**
 * Gives each heading an id: its own, or one made from its words, so that a link to a section holds while others are
 * added and removed. No other id of the page begins like these.
 */
export function findSections(tree: BodyTree): Sections {
  const elements = [...elementsOf(tree)];
  const taken = new Set(elements.flatMap(({ attributes }) => attributes['id'] ?? []));
  const idOfWords = new Map<string, string>();
  const sections = new Map<BodyElement, Section>();
  const freeId = createFreeIds(taken);
  for (const node of elements) {
    const heading = isHeading(node) ? textOnOneLine(node.children) : '';
    if (heading === '' || sections.size >= maxSections) continue;
    const words = slugify(heading) || 'heading';
    const id = node.attributes['id'] ?? freeId(`section-${words}`);
    if (!idOfWords.has(words)) idOfWords.set(words, id);
    sections.set(node, { id, heading });
  }
  return {
    of: (heading) => sections.get(heading) ?? null,
    link(link, children) {
      const target = /^#anchor-(.*)$/s.exec(link.attributes['href'] ?? '')?.[1];
      const isKept =
        target === undefined || taken.has(`anchor-${target}`) || taken.has(`anchor-${decoded(target)}`);
      if (isKept) return [{ ...link, children }];
      const id = idOfWords.get(slugify(decoded(target)));
      if (id !== undefined)
        return [{ ...link, attributes: { ...link.attributes, href: `#${id}` }, children }];
      const { href: _href, ...others } = link.attributes;
      // It may itself be what another link leads to.
      return Object.keys(others).length === 0 ? children : [element('span', others, children)];
    },
  };
}

/** Counts on from the last number of the same words, so that many equal headings take no longer each. */
function createFreeIds(taken: Set<string>): (base: string) => string {
  const numbers = new Map<string, number>();
  return (base) => {
    let id = base;
    let n = numbers.get(base) ?? 2;
    for (; taken.has(id); n += 1) id = `${base}-${n}`;
    numbers.set(base, n);
    taken.add(id);
    return id;
  };
}

function decoded(words: string): string {
  try {
    return decodeURIComponent(words);
  } catch {
    return words;
  }
}
