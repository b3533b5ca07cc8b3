import { parseUrl } from '#domain/fields/parse-url.ts';

/** Characters. Longer than any address of this site. */
const maxLength = 1_000;

/** Stands for our own origin while an address is parsed; the domain `.invalid` cannot be registered. */
const placeholderOrigin = 'http://internal.invalid';

/**
 * The address to return to after a sign-in, if it is under `within` on this site; otherwise `within`. Parsed by the rules
 * of the browser (a backslash is a slash, tabs and line breaks are removed, dots are resolved) and serialized from the
 * result, so that it is unambiguous.
 *
 * @param wanted from the address bar or a form, not validated
 * @param within first path segment that must hold it, such as `/admin`
 */
export function internalPath(wanted: unknown, within: string): string {
  if (typeof wanted !== 'string' || wanted.length > maxLength) return within;
  if (!wanted.startsWith('/') || ambiguous.test(wanted)) return within;
  const url = parseUrl(wanted, placeholderOrigin);
  if (url === null || url.origin !== placeholderOrigin || url.username !== '') return within;
  if (url.pathname.includes('//')) return within;
  const isInside = url.pathname === within || url.pathname.startsWith(`${within}/`);
  return isInside ? url.pathname + url.search : within;
}

/** Backslashes, control characters, spaces, and slashes or backslashes hidden behind a percent sign. */
// oxlint-disable-next-line no-control-regex -- the pattern looks for them
const ambiguous = /[\\\u0000-\u0020\u007F-\u00A0]|%(?:0[0-9a-f]|1[0-9a-f]|2f|5c|7f)/i;
