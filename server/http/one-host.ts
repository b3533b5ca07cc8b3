import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

import type { PublicOrigin } from './origin-check.ts';

/** RFC 3986, 3.2.2, without the comma, by which proxies join headers. */
const hostPattern = /^(?:[\w.~!$&'()*+;=%-]+|\[[\da-f:.]+\])(?::\d*)?$/i;

/** True if the request names one host, so that every proxy in front has read the same; HTTP 1.0 need not name one. */
export function hasOneHost({ rawHeaders, headers, httpVersion }: IncomingMessage): boolean {
  // Node keeps the first `Host` and silently drops the others.
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts === 0) return httpVersion === '1.0';
  return hosts === 1 && hostPattern.test(headers.host ?? '');
}

/**
 * Returns a function that tells whether a Host header is that of `SITE_URL`, or one by which the site is reached from inside:
 * an IP address, or a name without a dot such as `localhost`.
 */
export function createHostCheck({ origin, isConfigured }: PublicOrigin): (host?: string) => boolean {
  const own = new URL(origin).hostname;
  /** Nearly all requests name the same host as the one before. */
  let last: { host: string; isOwn: boolean } | undefined;
  return (host = '') => {
    if (last?.host !== host) last = { host, isOwn: isOwn(host.replace(/:\d*$/, '').toLowerCase()) };
    return last.isOwn;
  };

  function isOwn(name: string): boolean {
    return !isConfigured || name === own || !name.includes('.') || isIP(name) !== 0;
  }
}
