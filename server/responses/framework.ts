import type { ContentRecord } from '#app/http/request-context.ts';
import type { FlatHeaders } from './prepared-response.ts';

/** The framework. Of a kept page it sees a bare GET of the canonical address: no header, no cookie, no client. */
export type Render = (request: Request, info: RequestInfo) => Promise<Response>;

type RequestInfo = {
  readonly requestId: string;
  /** Empty for the render of a kept page. */
  readonly clientAddress: string;
  /** For this one response; empty for the render of a kept page, which must not hold one. */
  readonly nonce: string;
  /** Told what the page shows, when it may be kept. */
  readonly contentRecord?: ContentRecord;
};

/** About the connection, or telling what we run on; and cross-origin permissions, which only public JSON gives. */
const withheldResponseHeaders =
  /^(?:connection|keep-alive|transfer-encoding|trailer|upgrade|proxy-.*|server|x-powered-by|access-control-.*)$/;

/**
 * The headers of a framework response that may be sent, with a safe cache rule: a response for one user (session, cookie
 * being set) and an error are never cached.
 */
export function frameworkHeaders(response: Response, hasSession: boolean): FlatHeaders {
  const headers: string[] = [];
  const isJson = /^application\/(?:problem\+)?json\b/.test(response.headers.get('Content-Type') ?? '');
  for (const [name, value] of response.headers) {
    const isForEverybody = name === 'access-control-allow-origin' && value === '*' && isJson;
    if (name !== 'cache-control' && (isForEverybody || !withheldResponseHeaders.test(name)))
      headers.push(name, value);
  }
  const cacheControl = safeCacheControl({
    wanted: response.headers.get('Cache-Control'),
    status: response.status,
    hasSession,
    setsCookie: response.headers.has('Set-Cookie'),
  });
  headers.push('Cache-Control', cacheControl);
  // A page that failed is no place to arrive at, whatever its markup says.
  if (response.status >= 400) headers.push('X-Robots-Tag', 'noindex');
  if (response.status === 503 && !response.headers.has('Retry-After')) headers.push('Retry-After', '5');
  // The router's own 405: the route has nothing that takes what is sent.
  if (response.status === 405 && !response.headers.has('Allow')) headers.push('Allow', 'GET, HEAD');
  return headers;
}

const privateOnly = 'private, no-store';

/** `immutable` content has an unguessable address and is the same for everybody, signed in or not. */
function safeCacheControl(response: {
  wanted: string | null;
  status: number;
  hasSession: boolean;
  setsCookie: boolean;
}): string {
  const { wanted, status, hasSession, setsCookie } = response;
  if (wanted === null || setsCookie || status >= 400) return privateOnly;
  const isForAll = /\bimmutable\b/.test(wanted);
  return hasSession && !isForAll ? privateOnly : wanted;
}
