import { frameworkHeaders } from '../responses/framework.ts';
import { createFinishedResponse, type FlatHeaders } from '../responses/prepared-response.ts';
import type { RenderedPage } from './page-cache.ts';
import { withDefaults } from '../responses/security-headers.ts';

/** Browsers and proxies may store the page but must ask every time, so that outdated content is never shown. */
const mustAsk = ['Cache-Control', 'public, max-age=0, must-revalidate'];
/** Half a millisecond for a page; a tenth fewer bytes would take the first reader ten. */
const brotliQuality = 5;
const addedLater: ReadonlySet<string> = new Set([
  'cache-control',
  'set-cookie',
  'vary',
  'etag',
  'content-length',
  'last-modified',
]);

/**
 * Reads a framework response to its end and makes it fit to be shown to everybody who waits for the page. A cookie
 * is dropped; a page that sets one is not kept.
 *
 * @param options.modified since when it is what it is
 * @param options.isKept whether its address may have a kept page
 * @param options.keyHeaders asked for once the page is rendered: by what shared caches find it
 * @param options.cacheHeaders how long shared caches may show it; unset: they must ask every time
 * @param options.varyBy request headers that decide which page this is
 * @returns undefined for an error without a body, which has nothing to show
 */
export async function finishPage(
  response: Response,
  options: {
    isKept: boolean;
    modified: Date;
    securityHeaders: FlatHeaders;
    keyHeaders?: (() => FlatHeaders) | undefined;
    cacheHeaders?: FlatHeaders | undefined;
    varyBy?: readonly string[] | undefined;
  },
): Promise<RenderedPage | undefined> {
  if (response.status >= 500 && response.body === null) return undefined;
  const { modified, securityHeaders } = options;
  const { status } = response;
  const isKept = mayBeKept(response);
  const ownHeaders = frameworkHeaders(response, false).filter(
    (_, index, all) => !addedLater.has(all[index - (index % 2)]?.toLowerCase() ?? ''),
  );
  const body = Buffer.from(await response.arrayBuffer());
  const headers = [...ownHeaders, ...((isKept && options.keyHeaders?.()) || [])];
  return {
    outcome: isKept && options.isKept ? 'kept' : outcomeOf(status),
    response: createFinishedResponse({
      status,
      headers: withDefaults(
        [
          ...headers,
          ...(isKept ? (options.cacheHeaders ?? mustAsk) : ['Cache-Control', 'private, no-store']),
        ],
        securityHeaders,
      ),
      body,
      brotliQuality,
      varyBy: options.varyBy,
      modified: isKept ? modified : undefined,
    }),
  };
}

function outcomeOf(status: number): 'shown' | 'unavailable' | 'failed' {
  if (status === 503) return 'unavailable';
  return status >= 500 ? 'failed' : 'shown';
}

/** Only what succeeded, says that it is for everybody, and holds nothing made for one response. */
function mayBeKept(response: Response): boolean {
  const { headers } = response;
  return (
    response.status === 200 &&
    /\bpublic\b/.test(headers.get('Cache-Control') ?? '') &&
    !headers.has('Set-Cookie') &&
    !headers.has('Content-Encoding') &&
    !(headers.get('Content-Security-Policy') ?? '').includes("'nonce-")
  );
}
