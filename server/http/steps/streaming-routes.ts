import type { AppParts } from '../app-parts.ts';
import type { Step } from '../http-context.ts';
import { statusMessages, plainResponse } from '#server/responses/plain-response.ts';
import { withDefaults } from '#server/responses/security-headers.ts';

/** Answers the routes that need no framework: uploads and images, whose bodies stream in or out, and counts of views. */
export function createStreamingRoutes(parts: AppParts): Step {
  const { responses, securityHeaders, sendNotFound, withBody } = parts;
  return (ctx) => {
    const { request, pathname } = ctx;
    const route = parts.streamingRoutes.find(({ path }) => path.test(pathname));
    if (route === undefined) return 'next';
    const headers = ['Allow', route.methods.join(', ')];
    if (request.method === 'OPTIONS') return responses.send(ctx, plainResponse(204, '', { headers }));
    if (!route.methods.includes(request.method ?? '')) {
      const message = route.purpose ?? statusMessages.method;
      return responses.send(ctx, plainResponse(405, message, { pathname, headers }));
    }
    return route.answer({
      ...ctx,
      withBody: (handleBody) => withBody(ctx, handleBody),
      complete: (own) => [...withDefaults(own, securityHeaders), ...responses.headersOf(ctx)],
      send: (plain) => (plain.status === 404 ? sendNotFound(ctx, plain) : responses.send(ctx, plain)),
      refuse: (status, message) => responses.refuse(ctx, status, message),
    });
  };
}
