import type { IncomingMessage } from 'node:http';

import type { Step } from '../http-context.ts';
import { plainResponse } from '../plain-response.ts';
import { ALLOW, MESSAGES, METHODS } from '../responses.ts';
import type { Responses } from '../responses.ts';

/** Refuses two Host headers: a proxy in front may have used the other one. */
export function createHostUniquenessCheck(responses: Responses): Step {
  return (ctx) =>
    hasTwoHosts(ctx.request) ? responses.send(ctx, plainResponse(400, MESSAGES.broken)) : 'next';
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

/** Node keeps the first `Host` and silently drops the others. */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}
