/** Long enough for a message, short enough for an address that people paste. */
const longestSlug = 120;

/** Quotation marks, dashes and the like have no letters in them, so a title with nothing stranger needs no table. */
const plain = /^[\p{ASCII}\u00A0\u00B7\u2010-\u2015\u2018-\u201F\u2022\u2026]*$/u;

/**
 * The slug of a text whose letters are all ASCII, without the table that knows every other script.
 * @returns null when that table is needed
 */
export function plainSlug(text: string): string | null {
  return plain.test(text) ? slugOf(text) : null;
}

/** Lower-case letters and digits joined by single hyphens. What is not ASCII separates. */
export function slugOf(text: string): string {
  const slug = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return cutAtHyphen(slug, longestSlug);
}

/** The slug for the n-th thing of one name: `hello-2`. The number is kept whole, the name gives way. */
export function numberedSlug(base: string, n: number): string {
  const ending = `-${n}`;
  return cutAtHyphen(base, longestSlug - ending.length) + ending;
}

function cutAtHyphen(slug: string, length: number): string {
  if (slug.length <= length) return slug;
  const cut = slug.slice(0, length);
  if (slug[length] === '-') return cut;
  const hyphen = cut.lastIndexOf('-');
  return hyphen > length / 2 ? cut.slice(0, hyphen) : cut.replace(/-$/, '');
}
