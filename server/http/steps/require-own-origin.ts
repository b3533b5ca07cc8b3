import { unsubscribePath } from '#domain/newsletter/unsubscribe-headers.ts';
import type { AppParts } from '../app-parts.ts';
import type { Step } from '../http-context.ts';
import { checkOrigin } from '../origin-check.ts';
import { plainResponse } from '#server/responses/plain-response.ts';

/** Refuses a change that another site asks for, and sets the origin under which the site was reached. */
export function createOriginStep({ responses, origin: ours }: AppParts): Step {
  return (ctx) => {
    const { headers, method = '', socket } = ctx.request;
    if (ctx.pathname === unsubscribePath && headers.cookie === undefined) {
      ctx.origin = ours.origin;
      return 'next';
    }
    const verdict = checkOrigin(
      {
        method,
        origin: headers.origin,
        secFetchSite: headers['sec-fetch-site'],
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
