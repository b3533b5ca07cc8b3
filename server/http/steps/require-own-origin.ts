import type { IncomingMessage } from 'node:http';

import type { Step } from '../http-context.ts';
import { checkOrigin, type PublicOrigin } from '../origin-check.ts';
import { plainResponse } from '#server/responses/plain-response.ts';
import type { Responses } from '../responses.ts';

/** Refuses a change that another site asks for, and sets the origin under which the site was reached. */
export function createOriginStep(responses: Responses, ours: PublicOrigin): Step {
  return (ctx) => {
    const { headers, method = '', socket } = ctx.request;
    const verdict = checkOrigin(
      {
        method,
        origin: headers.origin,
        secFetchSite: headerOf(ctx.request, 'sec-fetch-site'),
        hasCookie: headers.cookie !== undefined,
        localPort: socket.localPort,
      },
      ours,
    );
    if (!verdict.isAllowed) {
      return responses.send(ctx, plainResponse(403, verdict.message, { pathname: ctx.pathname }));
    }
    ctx.origin = verdict.origin;
    return 'next';
  };
}

function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}
