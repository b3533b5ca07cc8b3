import type { BodyReader } from '../body-reader.ts';
import type { Step } from '../http-context.ts';
import { MESSAGES, plainResponse } from '#server/responses/plain-response.ts';
import type { FlatHeaders } from '#server/responses/prepared-response.ts';
import type { SendNotFound } from '../not-found-page.ts';
import type { Responses } from '../responses.ts';
import { withDefaults } from '#server/responses/security-headers.ts';
import type { StreamingRoute } from '../streaming-route.ts';

/** Answers the routes that need no framework: uploads and images, whose bodies stream in or out, and counts of views. */
export function createStreamingRoutes(options: {
  readonly responses: Responses;
  readonly routes: readonly StreamingRoute[];
  readonly securityHeaders: FlatHeaders;
  readonly sendNotFound: SendNotFound;
  readonly withBody: BodyReader;
}): Step {
  const { responses, routes, securityHeaders, sendNotFound, withBody } = options;
  return (ctx) => {
    const { request, pathname } = ctx;
    const route = routes.find(({ path }) => path.test(pathname));
    if (route === undefined || request.method === 'OPTIONS') return 'next';
    if (!route.methods.includes(request.method ?? '')) {
      const headers = ['Allow', route.methods.join(', ')];
      return responses.send(ctx, plainResponse(405, MESSAGES.method, { pathname, headers }));
    }
    return route.answer({
      ...ctx,
      withBody: (handleBody) => withBody(ctx, handleBody),
      complete: (headers) => [...withDefaults(headers, securityHeaders), ...responses.headersOf(ctx)],
      send: (plain) => (plain.status === 404 ? sendNotFound(ctx, plain) : responses.send(ctx, plain)),
      refuse: (status, message) => responses.refuse(ctx, status, message),
    });
  };
}
