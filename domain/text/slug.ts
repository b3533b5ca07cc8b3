import anyAscii from 'any-ascii';

import { slugOf } from './plain-slug.ts';

/** No title is longer; what comes after it costs no time. */
const longestRead = 10_000;

/**
 * The address form of a title: a to z and digits joined by single hyphens, whatever the script of
 * the title. At most 120 characters, cut between words where that costs less than half of them.
 *
 * @returns '' when nothing of the text can be written that way
 */
export function slugify(text: string): string {
  return slugOf(anyAscii(text.slice(0, longestRead)));
}

/** A short id for a thing whose name leaves no slug, from random bytes written as hexadecimal. */
export function fallbackSlug(randomBytesHex: string): string {
  return slugOf(randomBytesHex).slice(0, 8);
}
