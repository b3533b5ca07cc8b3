import anyAscii from 'any-ascii';

/** Long enough for a sentence, short enough for an address that people paste. */
const longestSlug = 120;

/** No title is longer; what comes after it costs no time. */
const longestRead = 10_000;

/**
 * The address form of a title: lower-case letters and digits of ASCII joined by single hyphens, whatever the script of
 * the title. At most 120 characters, cut between words where that costs less than half of them.
 *
 * @returns '' when nothing of the text can be written that way
 */
export function slugify(text: string): string {
  const slug = anyAscii(text.slice(0, longestRead))
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

/** A short id for a thing whose name leaves no slug, from random bytes written as hexadecimal. */
export function fallbackSlug(randomBytesHex: string): string {
  return slugify(randomBytesHex).slice(0, 8);
}

function cutAtHyphen(slug: string, length: number): string {
  if (slug.length <= length) return slug;
  const cut = slug.slice(0, length);
  if (slug[length] === '-') return cut;
  const hyphen = cut.lastIndexOf('-');
  return hyphen > length / 2 ? cut.slice(0, hyphen) : cut.replace(/-$/, '');
}
