import { createHash } from 'node:crypto';

import type { CleanHtml } from '#domain/html/html.ts';

export type PostSection = { id: string; heading: string; parts: PostSection[] };

/** A post's body ready for its page. */
export type LaidOutBody = {
  html: CleanHtml;
  /** Second-level headings, each with the third-level ones below it. */
  sections: PostSection[];
  /** Whether they are shown as a table of contents. */
  showsContents: boolean;
  /** Of the text; undefined where it is that of the site. */
  language: string | undefined;
};

/**
 * Gives the body that was laid out of the same input before, else lays it out.
 * @param input everything that the result depends on
 */
export type LaidOutBodies = (input: string, layOut: () => LaidOutBody) => LaidOutBody;

/**
 * Keeps bodies in memory, those used last: a page is rendered again more often than its body changes.
 * @param maxCharacters of all bodies together
 */
export function createLaidOutBodies(maxCharacters = 8_000_000): LaidOutBodies {
  const kept = new Map<string, LaidOutBody>();
  let characters = 0;
  return (input, layOut) => {
    const key = createHash('sha256').update(input).digest('base64');
    const known = kept.get(key);
    const body = known ?? layOut();
    if (known) kept.delete(key);
    else characters += body.html.length;
    kept.set(key, body);
    for (const [oldest, { html }] of kept) {
      if (characters <= maxCharacters) break;
      kept.delete(oldest);
      characters -= html.length;
    }
    return body;
  };
}
