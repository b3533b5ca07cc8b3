import { randomBytes } from 'node:crypto';

import type { BodyReader } from '../body-reader.ts';
import { withinPlace, type ConcurrencyLimit } from '#server/scheduling/concurrency-limit.ts';
import { hasCookie } from '../cookie-names.ts';
import type { HttpContext } from '../http-context.ts';
import type { AnswerMissing } from '../missing-page-answer.ts';
import { frameworkHeaders } from '#server/responses/framework.ts';
import { createFrameworkRequest, sendFrameworkResponse } from '../node-web-adapter.ts';
import type { FlatHeaders } from '#server/responses/prepared-response.ts';
import type { Render } from '#server/responses/framework.ts';
import { announcedBytes } from '../request-body.ts';
import { internalError, overloaded } from '#server/responses/plain-response.ts';
import type { Responses } from '../responses.ts';
import { withDefaults } from '#server/responses/security-headers.ts';

const PATHS_WITH_RESERVED_RENDERS = /^\/(?:admin|api)(?:[/.]|$)/;

/** The last step: the framework answers everything that is left. */
export function createFrameworkStep(options: {
  readonly responses: Responses;
  readonly render: Render;
  readonly withBody: BodyReader;
  readonly publicRenders: ConcurrencyLimit;
  /** For `/admin` and `/api`, so that a crowd of visitors does not lock out the editors. */
  readonly reservedRenders: ConcurrencyLimit;
  readonly renderMilliseconds: number;
  readonly sessionCookieNames: readonly string[];
  readonly securityHeaders: FlatHeaders;
  readonly answerMissing: AnswerMissing;
}): (ctx: HttpContext) => Promise<void> {
  const { responses, securityHeaders } = options;

  return (ctx) => {
    const { request } = ctx;
    return announcedBytes(request) === 0 || request.method === 'GET' || request.method === 'HEAD'
      ? render(ctx, undefined)
      : options.withBody(ctx, (body) => render(ctx, body));
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
    const answer = await withinPlace(leave, options.renderMilliseconds, (timeout) => {
      const signal = AbortSignal.any([visit.signal, timeout]);
      return options.render(createFrameworkRequest(ctx, body, signal), info);
    });
    if (answer.status >= 500 && answer.body === null) {
      return responses.send(ctx, internalError(requestId, pathname));
    }
    const status = await options.answerMissing(ctx, answer.status);
    if (status === null) return answer.body?.cancel();
    const hasSession = hasCookie(request.headers.cookie, options.sessionCookieNames);
    const headers = withDefaults(frameworkHeaders(answer, hasSession), securityHeaders);
    const sent = status === answer.status ? answer : new Response(answer.body, { status });
    await sendFrameworkResponse(request, response, sent, [...headers, ...responses.headersOf(ctx)]);
  }

  function rendersOf(pathname: string): ConcurrencyLimit {
    return PATHS_WITH_RESERVED_RENDERS.test(pathname) ? options.reservedRenders : options.publicRenders;
  }
}
