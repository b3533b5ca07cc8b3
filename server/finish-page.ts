import { frameworkHeaders } from './bridge.ts';
import { createFinishedResponse } from './finished-response.ts';
import type { FlatHeaders } from './finished-response.ts';
import type { RenderedPage } from './page-cache.ts';
import { withDefaults } from './security-headers.ts';

/** Browsers and proxies may store the page but must ask every time, so nobody is shown what has been changed. */
const KEPT = 'public, max-age=0, must-revalidate';
/** Half a millisecond for a page; a tenth fewer bytes would take the first reader ten. */
const BROTLI_QUALITY = 5;
const ADDED_LATER: ReadonlySet<string> = new Set([
  'cache-control',
  'set-cookie',
  'vary',
  'etag',
  'content-length',
  'last-modified',
]);

/**
 * Reads a framework response to its end and makes it fit to be shown to everybody who waits for the page. A cookie
 * belongs to nobody here and is dropped; a page that sets one is not kept.
 *
 * @param modified since when it is what it is
 * @returns undefined for a fault without a body, which has nothing to show
 */
export async function finishPage(
  response: Response,
  securityHeaders: FlatHeaders,
  modified: Date,
): Promise<RenderedPage | undefined> {
  if (response.status >= 500 && response.body === null) return undefined;
  const isKept = mayBeKept(response);
  const headers = frameworkHeaders(response, false).filter(
    (_, index, all) => !ADDED_LATER.has(all[index - (index % 2)]?.toLowerCase() ?? ''),
  );
  const body = Buffer.from(await response.arrayBuffer());
  return {
    isKept,
    response: createFinishedResponse({
      status: response.status,
      headers: withDefaults(
        [...headers, 'Cache-Control', isKept ? KEPT : 'private, no-store'],
        securityHeaders,
      ),
      body,
      brotliQuality: BROTLI_QUALITY,
      modified: isKept ? modified : undefined,
    }),
  };
}

/** Only what succeeded, says that it is for everybody, and holds nothing made for one response. */
export function mayBeKept(response: Response): boolean {
  const { headers } = response;
  return (
    response.status === 200 &&
    /\bpublic\b/.test(headers.get('Cache-Control') ?? '') &&
    !headers.has('Set-Cookie') &&
    !headers.has('Content-Encoding') &&
    !(headers.get('Content-Security-Policy') ?? '').includes("'nonce-")
  );
}
