import { forOnePerson } from './cache-control.ts';
import { pageTransitionsHash } from './page-transitions.ts';

/**
 * The sources that a page may load, as a `Content-Security-Policy` value. Everything comes from this site; no inline
 * script, one inline style, allowed by its hash, no frame, no plug-in; no page may frame it.
 */
export const contentSecurityPolicy = policy({
  script: "'self'",
  style: `'self' 'sha256-${pageTransitionsHash}'`,
});

/** The policy of a public page that the admin shows in a frame. */
export const headersOfFramedPage = {
  ...forOnePerson,
  'Content-Security-Policy': contentSecurityPolicy.replace(
    "frame-ancestors 'none'",
    "frame-ancestors 'self'",
  ),
  'X-Frame-Options': 'SAMEORIGIN',
};

/**
 * For a page that ships the framework to the browser: its inline scripts and styles carry this nonce. Never put it on
 * a page that is cached for more than one request.
 *
 * @param nonce random per request, base64 or base64url
 * @throws {RangeError} when the nonce could end its directive
 */
export function contentSecurityPolicyWithNonce(nonce: string): string {
  if (!/^[A-Za-z0-9+/_-]{16,}={0,2}$/.test(nonce))
    throw new RangeError('A nonce is base64 of 12 bytes or more.');
  return policy({ script: `'self' 'nonce-${nonce}'`, style: `'self' 'nonce-${nonce}'`, frame: "'self'" });
}

function policy(sources: { script: string; style: string; frame?: string }): string {
  return [
    "default-src 'none'",
    `script-src ${sources.script}`,
    `style-src ${sources.style}`,
    ...(sources.frame === undefined ? [] : [`frame-src ${sources.frame}`]),
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
