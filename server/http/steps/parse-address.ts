import type { Step } from '../http-context.ts';
import { plainResponse } from '#server/responses/plain-response.ts';
import { parseRequestTarget } from '../request-target.ts';
import type { Responses } from '../responses.ts';

/** Sets the path and the query, or redirects to the normal form of the address. */
export function createAddressParser(responses: Responses): Step {
  return (ctx) => {
    const target = parseRequestTarget(ctx.request.url ?? '');
    switch (target.kind) {
      case 'refuse':
        return responses.send(ctx, plainResponse(target.status, target.message));
      case 'move':
        return responses.send(ctx, plainResponse(308, '', { headers: ['Location', target.to] }));
      case 'accept':
        ctx.pathname = target.pathname;
        ctx.search = target.search;
        return 'next';
    }
  };
}
