import { countHosts } from '../cached-pages.ts';
import type { Step } from '../http-context.ts';
import { plainResponse } from '#server/responses/plain-response.ts';
import { ALLOW, METHODS } from '../responses.ts';
import { MESSAGES } from '#server/responses/plain-response.ts';
import type { Responses } from '../responses.ts';

/** Refuses two Host headers: a proxy in front may have used the other one. */
export function createHostUniquenessCheck(responses: Responses): Step {
  return (ctx) =>
    countHosts(ctx.request.rawHeaders) > 1
      ? responses.send(ctx, plainResponse(400, MESSAGES.broken))
      : 'next';
}

/** Refuses what HTTP or this site does not allow: no Host, an unknown expectation, an unknown method. */
export function createRequestCheck(responses: Responses): Step {
  return (ctx) => {
    const { headers, httpVersion, method = '' } = ctx.request;
    if (headers.host === undefined && httpVersion === '1.1') {
      return responses.send(ctx, plainResponse(400, MESSAGES.broken));
    }
    if (headers.expect !== undefined && !/^100-continue$/i.test(headers.expect)) {
      return responses.send(ctx, plainResponse(417, 'This expectation cannot be met.'));
    }
    if (!METHODS.has(method)) {
      return responses.send(ctx, plainResponse(405, MESSAGES.method, { headers: ['Allow', ALLOW] }));
    }
    return 'next';
  };
}
