import anyAscii from 'any-ascii';

import { slugOf } from './slug.ts';

/** Characters that are transliterated. No title is longer; the rest is ignored. */
const maxReadLength = 10_000;

/**
 * The slug of a text in any script (`slug.ts` says its form and length). The table is large: a browser loads this file
 * only for a text for which `plainSlug` returns null.
 * @returns '' when nothing of the text can be transliterated
 */
export function slugify(text: string): string {
  return slugOf(anyAscii(text.slice(0, maxReadLength)));
}
