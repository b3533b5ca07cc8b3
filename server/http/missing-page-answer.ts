import type { IncomingHttpHeaders } from 'node:http';

import { isOwnAddress } from '#domain/redirects/own-addresses.ts';
import { normalPath } from '#domain/redirects/path.ts';
import { hasCookie } from './cookie-names.ts';
import type { HttpContext } from './http-context.ts';
import { plainResponse } from '../responses/plain-response.ts';
import type { Responses } from './responses.ts';

export type MissingPageRequest = {
  readonly pathname: string;
  /** '' or the query with its question mark. */
  readonly search: string;
  readonly headers: IncomingHttpHeaders;
};

export type MissingPages = {
  /**
   * The redirect for such an address, counted as used; `location` is null for one that is gone.
   * @param statuses those that may answer, where not every one may
   */
  redirectOf(
    request: MissingPageRequest,
    statuses?: readonly number[],
  ): Promise<{ status: number; location: string | null } | undefined>;
  /** Counts a request that got no page and no redirect. */
  record(request: MissingPageRequest): Promise<void>;
};

/**
 * The answer to a visitor where the site has no page (404) or has one no longer (410): the redirect for this address,
 * if there is one. So a rule never hides a page, and requests for pages never look for rules. Requests with a session
 * are not counted.
 *
 * @returns a function from the status of the site's own answer to the one of the page to send, which says that nothing is
 *   there; null where the redirect was sent already
 */
export function createMissingPageAnswers(options: {
  readonly responses: Responses;
  readonly missingPages: MissingPages | undefined;
  readonly sessionCookieNames: readonly string[];
}) {
  const { responses, missingPages, sessionCookieNames } = options;

  return async (ctx: HttpContext, status: number): Promise<number | null> => {
    const { request, pathname, search } = ctx;
    const { method = '', headers } = request;
    const isRead = method === 'GET' || method === 'HEAD';
    // The catch-all route takes no form: 405 is what a form for a missing page gets.
    const isMissing = status === 404 || (isRead ? status === 410 : status === 405);
    if (missingPages === undefined || !isMissing || isOwnAddress(normalPath(pathname) ?? '/')) return status;
    const redirect = await missingPages.redirectOf(
      { pathname, search, headers },
      isRead ? undefined : keepsMethod,
    );
    if (redirect?.location) {
      responses.send(ctx, plainResponse(redirect.status, '', { headers: ['Location', redirect.location] }));
      return null;
    }
    if (redirect !== undefined) return redirect.status;
    if (method === 'GET' && status === 404 && !hasCookie(headers.cookie, sessionCookieNames)) {
      await missingPages.record({ pathname, search, headers });
    }
    return status;
  };
}

/** The redirects after which a client sends the same again. */
const keepsMethod = [308];
