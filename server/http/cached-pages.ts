import type { IncomingMessage, ServerResponse } from 'node:http';

import { chooseEncoding, type Encoding } from '../responses/accept-encoding.ts';
import { hasCookie } from './cookie-names.ts';
import { hasOneHost } from './one-host.ts';
import { prefersMarkdown } from './prefers-markdown.ts';
import { dateOf, type FinishedResponse } from '../responses/prepared-response.ts';

/** Accept-Encoding headers whose answer is remembered: browsers send few different ones. */
const maxRemembered = 50;

/**
 * Answers a GET for a page in memory before anything else is computed: nothing but what such a request could be refused
 * for is looked at, and its headers are an array that was made once. Everything unusual is left to the steps.
 *
 * @param options.current the page that is kept for this address as it was sent, when it is current
 * @returns a function that answers the request and returns the page, or returns undefined and leaves it untouched
 */
export function createCachedPages(options: {
  current(address: string): FinishedResponse | undefined;
  sessionCookieNames: readonly string[];
  isOwnHost(host?: string): boolean;
}): (request: IncomingMessage, response: ServerResponse, requestId: string) => FinishedResponse | undefined {
  const encodings = new Map<string | undefined, Encoding>();

  return (request, response, requestId) => {
    // Every question for the page counts as a use of it, so those that the steps answer are left to them.
    if (request.method !== 'GET' || !isPlain(request)) return undefined;
    const page = options.current(request.url ?? '');
    if (page === undefined || page.status !== 200) return undefined;
    const variant = page.variant(encodingOf(request.headers['accept-encoding']));
    if (variant instanceof Promise) return undefined;
    response.writeHead(200, [...variant.headers, ...dateOf(page), 'X-Request-Id', requestId]);
    response.end(variant.body);
    return page;
  };

  /** One Host, no body, no session, no condition, no expectation, no wish for Markdown. */
  function isPlain(request: IncomingMessage): boolean {
    const { headers } = request;
    return (
      headers['if-none-match'] === undefined &&
      headers['if-modified-since'] === undefined &&
      headers['content-length'] === undefined &&
      headers['transfer-encoding'] === undefined &&
      headers.expect === undefined &&
      !prefersMarkdown(headers.accept) &&
      !hasCookie(headers.cookie, options.sessionCookieNames) &&
      hasOneHost(request) &&
      options.isOwnHost(headers.host)
    );
  }

  function encodingOf(accepted: string | undefined): Encoding {
    const known = encodings.get(accepted);
    if (known !== undefined) return known;
    const encoding = chooseEncoding(accepted);
    if (encodings.size < maxRemembered) encodings.set(accepted, encoding);
    return encoding;
  }
}
