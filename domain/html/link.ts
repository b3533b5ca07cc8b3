import { parseUrl } from '#domain/fields/parse-url.ts';

/** Only there to resolve what has no host of its own; never shown, never reached. */
const here = new URL('https://this-site.invalid/blog/');

/**
 * True if an address may stand in a link: `http`, `https`, `mailto` and `tel`, and paths and fragments of this site.
 * The answer is read from the same URL parser that a browser uses, so both see the same scheme and the same host.
 * Something that only looks like a path but leads to another host (`//evil`, `/\evil`) may not.
 */
export function isSafeLink(address: string): boolean {
  const url = parseUrl(address, here);
  if (url === null) return false;
  if (url.protocol === 'mailto:' || url.protocol === 'tel:') return true;
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return false;
  return url.origin === here.origin || startsWithWebScheme.test(address);
}

// Characters that the URL parser takes off the front: spaces and control characters.
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const startsWithWebScheme = /^[\u0000-\u0020]*https?:[/\\]{2}/i;

/** Pages of search engines and social sites that only lead on, and the parameter that names where to. */
const redirects: { host: RegExp; path: RegExp; parameter: string }[] = [
  { host: /^(?:www\.)?google\.[a-z.]{2,6}$/, path: /^\/url$/, parameter: 'url' },
  { host: /^(?:www\.)?google\.[a-z.]{2,6}$/, path: /^\/url$/, parameter: 'q' },
  { host: /^(?:html\.)?duckduckgo\.com$/, path: /^\/l\/$/, parameter: 'uddg' },
  { host: /^(?:l|lm)\.(?:facebook|instagram)\.com$/, path: /^\/(?:l\.php)?$/, parameter: 'u' },
  { host: /^(?:www\.)?youtube\.com$/, path: /^\/redirect$/, parameter: 'q' },
  { host: /^(?:www\.)?linkedin\.com$/, path: /^\/(?:redir\/redirect|safety\/go)$/, parameter: 'url' },
];

/**
 * The address that a link copied from a search engine or a social site leads on to.
 * @returns the same address when it is no such link
 */
export function unwrapRedirect(address: string): string {
  const url = parseUrl(address.trim());
  if (url === null || !/^https?:$/.test(url.protocol)) return address;
  for (const { host, path, parameter } of redirects) {
    const value = host.test(url.hostname) && path.test(url.pathname) ? url.searchParams.get(parameter) : null;
    const target = value === null ? null : parseUrl(value);
    if (target !== null && /^https?:$/.test(target.protocol)) return target.href;
  }
  return address;
}
