import { randomBytes } from 'node:crypto';

import type { AppParts } from '../app-parts.ts';
import { withinPlace, type ConcurrencyLimit } from '#server/scheduling/concurrency-limit.ts';
import { hasCookie } from '../cookie-names.ts';
import type { HttpContext, Step } from '../http-context.ts';
import { frameworkHeaders } from '#server/responses/framework.ts';
import { createFrameworkRequest, sendFrameworkResponse } from '../node-web-adapter.ts';
import { isFileMissing, navigates } from '../not-found-page.ts';
import { announcedBytes } from '../request-body.ts';
import {
  internalError,
  statusMessages,
  overloaded,
  plainResponse,
} from '#server/responses/plain-response.ts';
import { withDefaults } from '#server/responses/security-headers.ts';

const pathsWithReservedRenders = /^\/(?:admin|api)(?:[/.]|$)/;

/** The last step: the framework answers everything that is left. */
export function createFrameworkStep(parts: AppParts): Step {
  const { responses, renders, securityHeaders } = parts;

  return (ctx) => {
    const { request } = ctx;
    return announcedBytes(request) === 0 || request.method === 'GET' || request.method === 'HEAD'
      ? render(ctx, undefined)
      : parts.withBody(ctx, (body) => render(ctx, body));
  };

  async function render(ctx: HttpContext, body: Buffer<ArrayBuffer> | undefined): Promise<void> {
    const { request, response, requestId, clientAddress, pathname } = ctx;
    const visit = new AbortController();
    response.once('close', () => {
      if (!response.writableFinished) visit.abort();
    });
    const leave = await rendersOf(pathname).enter(visit.signal);
    if (leave === undefined) return responses.send(ctx, overloaded(pathname));

    const info = { requestId, clientAddress, nonce: randomBytes(18).toString('base64url') };
    // A client that leaves does not free the place while the work it caused goes on.
    const answer = await withinPlace(leave, parts.renderMilliseconds, (timeout) => {
      const signal = AbortSignal.any([visit.signal, timeout]);
      return parts.render(createFrameworkRequest(ctx, body, signal), info);
    });
    if (answer.status >= 500 && answer.body === null) {
      return responses.send(ctx, internalError(requestId, pathname));
    }
    const status = await parts.answerMissing(ctx, answer.status);
    if (status === null) return answer.body?.cancel();
    if (answer.status === 405 && (isRoutersOwnJson(answer) || navigates(ctx))) {
      await answer.body?.cancel();
      const headers = ['Allow', answer.headers.get('Allow') ?? 'GET, HEAD'];
      return parts.sendNotFound(ctx, plainResponse(405, statusMessages.method, { pathname, headers }));
    }
    if (isFileMissing(ctx, status, answer.headers.get('Content-Type'))) {
      await answer.body?.cancel();
      return parts.sendNotFound(ctx, plainResponse(status, statusMessages.missing));
    }
    const hasSession = hasCookie(request.headers.cookie, parts.sessionCookieNames);
    const headers = withDefaults(frameworkHeaders(answer, hasSession), securityHeaders);
    const sent = status === answer.status ? answer : new Response(answer.body, { status });
    await sendFrameworkResponse(request, response, sent, [...headers, ...responses.headersOf(ctx)]);
  }

  function rendersOf(pathname: string): ConcurrencyLimit {
    return pathsWithReservedRenders.test(pathname) ? renders.reserved : renders.public;
  }
}

/** The router's own message where a route without a page has no action: that the server failed. */
function isRoutersOwnJson({ headers }: Response): boolean {
  return headers.get('Content-Type') === 'application/json' && !headers.has('Allow');
}
