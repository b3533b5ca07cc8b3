import type { IncomingHttpHeaders } from 'node:http';

import type { BodyReader } from '../body-reader.ts';
import type { Step } from '../http-context.ts';
import { plainResponse, type PlainResponse, MESSAGES } from '#server/responses/plain-response.ts';
import type { Responses } from '../responses.ts';

/** A procedure that is called too often to go through the framework. Never throws. */
export type DirectHandler = (call: DirectCall) => Promise<PlainResponse>;

export interface DirectCall {
  readonly body: Buffer;
  readonly headers: IncomingHttpHeaders;
  readonly clientAddress: string;
  readonly requestId: string;
}

/** Answers POSTs to the paths that have a handler of their own, such as `/rpc/increment_post_view`. */
export function createDirectHandlers(options: {
  readonly responses: Responses;
  readonly handlers: ReadonlyMap<string, DirectHandler>;
  readonly withBody: BodyReader;
}): Step {
  const { responses, handlers, withBody } = options;
  return (ctx) => {
    const { request, requestId, clientAddress, pathname } = ctx;
    const handler = handlers.get(pathname);
    if (handler === undefined) return 'next';
    if (request.method !== 'POST') {
      const headers = ['Allow', 'POST, OPTIONS'];
      return responses.send(ctx, plainResponse(405, MESSAGES.method, { pathname, headers }));
    }
    return withBody(ctx, async (body) => {
      const response = await handler({ body, headers: request.headers, clientAddress, requestId });
      responses.send(ctx, response);
    });
  };
}
