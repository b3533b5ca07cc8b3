import type { Step } from '../http-context.ts';
import { bodyLimitOf } from '../request-body.ts';
import type { BodyLimit } from '../request-body.ts';
import { MESSAGES } from '#server/responses/plain-response.ts';
import type { Responses } from '../responses.ts';

/** Refuses a body that announces more than anyone may send to this address. */
export function createBodyLimit(responses: Responses, limits: readonly BodyLimit[]): Step {
  return (ctx) => {
    const { bytes, administratorBytes } = bodyLimitOf(ctx.pathname, limits);
    const announced = Number(ctx.request.headers['content-length'] ?? 0);
    if (announced <= (administratorBytes ?? bytes)) return 'next';
    return responses.refuse(ctx, 413, MESSAGES.tooLarge);
  };
}
