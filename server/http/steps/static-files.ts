import type { Step } from '../http-context.ts';
import { plainResponse } from '#server/responses/plain-response.ts';
import { sendFinishedResponse, type FinishedResponse } from '#server/responses/prepared-response.ts';
import { MESSAGES } from '#server/responses/plain-response.ts';
import type { SendNotFound } from '../not-found-page.ts';
import type { Responses } from '../responses.ts';

/** Answers GET and HEAD for the built files; a missing one below `/assets/` is 404 without the framework. */
export function createStaticFileStep(options: {
  readonly responses: Responses;
  readonly files: ReadonlyMap<string, FinishedResponse>;
  /** False in development, where Vite serves the assets. */
  readonly ownsAssets: boolean;
  readonly sendNotFound: SendNotFound;
}): Step {
  const { responses, files, ownsAssets, sendNotFound } = options;
  return (ctx) => {
    const { request, response, pathname } = ctx;
    if (request.method !== 'GET' && request.method !== 'HEAD') return 'next';
    const file = files.get(pathname);
    if (file !== undefined) {
      return sendFinishedResponse(request, response, file, responses.headersOf(ctx));
    }
    if (!ownsAssets || !pathname.startsWith('/assets/')) return 'next';
    return sendNotFound(ctx, plainResponse(404, MESSAGES.missing));
  };
}
