import type { Step } from '../http-context.ts';
import { plainResponse } from '#server/responses/plain-response.ts';
import { ALLOW } from '../responses.ts';
import type { Responses } from '../responses.ts';

/** Answers OPTIONS for every address with the methods of the site. */
export function createOptionsStep(responses: Responses): Step {
  return (ctx) =>
    ctx.request.method === 'OPTIONS'
      ? responses.send(ctx, plainResponse(204, '', { headers: ['Allow', ALLOW] }))
      : 'next';
}
