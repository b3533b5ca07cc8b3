/** The form of a slug: a to z and digits joined by single hyphens, at most 120 characters. `slugify.ts` makes one of any script. */

/** Characters. */
const maxSlugLength = 120;

/** Quotation marks and dashes are no part of a slug: a text of these and ASCII needs no transliteration table. */
const plain = /^[\p{ASCII}\u00A0\u00B7\u2010-\u2015\u2018-\u201F\u2022\u2026]*$/u;

/**
 * The slug of a text in ASCII, without the transliteration table.
 * @returns null when that table is needed
 */
export function plainSlug(text: string): string | null {
  return plain.test(text) ? slugOf(text) : null;
}

/** Lower-case a to z and digits joined by single hyphens. What is not ASCII separates. */
export function slugOf(text: string): string {
  const slug = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return cutAtHyphen(slug, maxSlugLength);
}

/** True if a text is a slug as this product makes them. */
export function isSlug(text: string): boolean {
  return text !== '' && text.length <= maxSlugLength && slugOf(text) === text;
}

/** The slug with a number: `hello-2`. The base is shortened if both together are too long. */
export function numberedSlug(base: string, n: number): string {
  const ending = `-${n}`;
  return cutAtHyphen(base, maxSlugLength - ending.length) + ending;
}

/** A short id for a thing whose name leaves no slug, from random bytes written as hexadecimal. */
export function fallbackSlug(randomBytesHex: string): string {
  return slugOf(randomBytesHex).slice(0, 8);
}

function cutAtHyphen(slug: string, length: number): string {
  if (slug.length <= length) return slug;
  const cut = slug.slice(0, length);
  if (slug[length] === '-') return cut;
  const hyphen = cut.lastIndexOf('-');
  return hyphen > length / 2 ? cut.slice(0, hyphen) : cut.replace(/-$/, '');
}
