/** Only there to resolve what has no host of its own; never shown, never reached. */
const here = new URL('https://this-site.invalid/blog/');

/**
 * Whether an address may stand in a link: `http`, `https`, `mailto` and `tel`, and paths and fragments of this site.
 * The answer is read from the same URL parser that a browser uses, so both see the same scheme and the same host.
 * Something that only looks like a path but leads to another host (`//evil`, `/\evil`) may not.
 */
export function isSafeLink(address: string): boolean {
  const url = URL.parse(address, here);
  if (url === null) return false;
  if (url.protocol === 'mailto:' || url.protocol === 'tel:') return true;
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return false;
  return url.origin === here.origin || startsWithWebScheme.test(address);
}

// What the URL parser takes off the front: spaces and control characters.
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const startsWithWebScheme = /^[\u0000-\u0020]*https?:[/\\]{2}/i;
