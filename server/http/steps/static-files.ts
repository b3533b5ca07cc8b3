import type { AppParts } from '../app-parts.ts';
import type { Step } from '../http-context.ts';
import { statusMessages, plainResponse } from '#server/responses/plain-response.ts';
import { sendFinishedResponse } from '#server/responses/prepared-response.ts';

/**
 * Answers GET and HEAD for the built files; a missing one below `/assets/` is 404 without the framework, except in
 * development, where Vite serves them.
 */
export function createStaticFileStep({ responses, files, clientDirectory, sendNotFound }: AppParts): Step {
  return (ctx) => {
    const { request, response, pathname } = ctx;
    if (request.method !== 'GET' && request.method !== 'HEAD') return 'next';
    const file = files.get(pathname);
    if (file !== undefined) {
      return sendFinishedResponse(request, response, file, responses.headersOf(ctx));
    }
    if (clientDirectory === undefined || !pathname.startsWith('/assets/')) return 'next';
    return sendNotFound(ctx, plainResponse(404, statusMessages.missing));
  };
}
