import type { IncomingMessage } from 'node:http';

/** Longest address answered, in bytes of the request line's target. */
const maximumTargetLength = 8192;

type RequestTarget =
  /** `pathname` starts with exactly one slash, decodes cleanly and has no dot segments; `search` is '' or starts with ?. */
  | { readonly kind: 'accept'; readonly pathname: string; readonly search: string }
  | { readonly kind: 'move'; readonly to: string }
  | { readonly kind: 'refuse'; readonly status: 400 | 414; readonly message: string };

const malformed = { kind: 'refuse', status: 400, message: 'This address is not well formed.' } as const;
const tooLong = { kind: 'refuse', status: 414, message: 'This address is too long.' } as const;

/**
 * One page, one address. Doubled slashes and a slash at the end are sent to the plain address, so that `//evil.test`
 * stays a path of this site for every reader; whatever readers could interpret differently (a backslash in the path, a
 * broken escape, a NUL) is refused.
 *
 * @param target the request line's second word, as received
 */
export function parseRequestTarget(target: string): RequestTarget {
  if (target.length > maximumTargetLength) return tooLong;
  if (!/^\/[\x21-\x5b\x5d-\x7e]*(?:\?[\x21-\x7e]*)?$/.test(target)) return malformed;

  const collapsed = collapse(target);
  // After collapsing, the target cannot be read as `//host`, so the base stays what it is.
  const url = URL.parse(collapsed, 'http://site.invalid');
  if (url === null || !decodes(url.pathname)) return malformed;

  // Dot segments can leave a doubled slash behind: /a/..//b is /a/../b here, and /.//b was collapsed to /./b.
  const plain = url.pathname + url.search;
  return collapsed === target
    ? { kind: 'accept', pathname: url.pathname, search: url.search }
    : { kind: 'move', to: plain };
}

/** Takes host and path from a whole address, as proxies get it: the header `Host` does not count then (RFC 9112, 3.2.2). */
export function readAbsoluteForm(request: IncomingMessage): void {
  const [, host, path = ''] = /^https?:\/\/([^/?#]+)(.*)$/i.exec(request.url ?? '') ?? [];
  if (host === undefined) return;
  request.headers.host = host;
  request.url = path.startsWith('/') ? path : `/${path}`;
}

function collapse(target: string): string {
  const end = target.search(/[?#]/);
  const path = end === -1 ? target : target.slice(0, end);
  const rest = end === -1 ? '' : target.slice(end);
  if (!path.includes('//') && (path === '/' || !path.endsWith('/'))) return target;
  const single = path.replace(/\/{2,}/g, '/');
  return (single === '/' ? single : single.replace(/\/$/, '')) + rest;
}

function decodes(pathname: string): boolean {
  if (!pathname.includes('%')) return true;
  try {
    return !decodeURIComponent(pathname).includes('\0');
  } catch {
    return false;
  }
}
