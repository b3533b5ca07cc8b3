import { slugify } from '#domain/text/slug.ts';
import { visibleText } from '#domain/text/visible-text.ts';

/** A heading of clean HTML: its level, its attributes, what is in it. */
export const headingPattern = /<h([1-6])\b([^>]*)>(.*?)<\/h\1>/gs;

export type SectionId = {
  /** As it stands in the attribute. */
  id: string;
  heading: string;
  /** Whether its author gave the heading an id. */
  isOwn: boolean;
};

/**
 * Ids that follow from the heading's own words, so that a link to a section holds while others come and go. No other
 * id of the page begins like these.
 */
export function idsFor(html: string) {
  const taken = new Set([...html.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id));
  const sections = new Map<string, string>();
  // The number that the next heading of the same words begins with, so that many of them take no longer each.
  const numbers = new Map<string, number>();
  const free = (base: string) => {
    let id = base;
    let n = numbers.get(base) ?? 2;
    for (; taken.has(id); n += 1) id = `${base}-${n}`;
    numbers.set(base, n);
    return id;
  };

  return {
    /** The id of a heading, asked for in the order of the text. Null for one without words. */
    of(attributes: string, inner: string): SectionId | null {
      const heading = oneLine(inner);
      if (heading === '') return null;
      const own = /\sid="([^"]*)"/.exec(attributes)?.[1];
      const words = slugify(heading) || 'heading';
      const id = own ?? free(`section-${words}`);
      taken.add(id);
      if (!sections.has(words)) sections.set(words, id);
      return { id, heading, isOwn: own !== undefined };
    },
    /**
     * Links within the text made to lead somewhere: to what has the id, or to the heading of those words, as writers of
     * imported texts knew it. A link that leads nowhere is only its words.
     */
    linked(text: string): string {
      return text.replace(
        /<a\b([^>]*) href="#anchor-([^"]*)"([^>]*)>(.*?)<\/a>/gs,
        (whole, before: string, target: string, after: string, inner: string) => {
          if (taken.has(`anchor-${target}`) || taken.has(`anchor-${decoded(target)}`)) return whole;
          const id = sections.get(slugify(decoded(target)));
          if (id !== undefined) return `<a${before} href="#${id}"${after}>${inner}</a>`;
          // It may itself be what another link leads to.
          const rest = before + after;
          return rest === '' ? inner : `<span${rest}>${inner}</span>`;
        },
      );
    },
  };
}

/** Clean HTML whose links to its own sections lead where they are on the post's page. */
export function withSectionLinks(html: string): string {
  const ids = idsFor(html);
  for (const [, , attributes = '', inner = ''] of html.matchAll(headingPattern)) ids.of(attributes, inner);
  return ids.linked(html);
}

export function oneLine(html: string): string {
  return visibleText(html).replace(/\s+/g, ' ').trim();
}

function decoded(words: string): string {
  try {
    return decodeURIComponent(words);
  } catch {
    return words;
  }
}
