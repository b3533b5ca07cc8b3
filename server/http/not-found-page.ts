import type { PublicPages } from '../pages/public-pages.ts';
import type { PlainResponse } from '../responses/plain-response.ts';
import { sendFinishedResponse } from '../responses/prepared-response.ts';
import type { HttpContext } from './http-context.ts';
import type { Responses } from './responses.ts';

/** An address that no route and no plain page has. */
const missingAddress = '/not/found';

/**
 * For what is refused before the framework sees it: malformed addresses, missing assets, missing images.
 * @returns a function that sends the site's not-found page to who navigates, with the status of the refusal; the refusal
 *   itself to programs
 */
export function createNotFoundPage(responses: Responses, pages: Pick<PublicPages, 'page'>) {
  return async (ctx: HttpContext, refusal: PlainResponse): Promise<void> => {
    const { method, headers } = ctx.request;
    const navigates = (method === 'GET' || method === 'HEAD') && /\btext\/html\b/.test(headers.accept ?? '');
    const page = navigates ? await pages.page(ctx.requestId, missingAddress, false) : null;
    if (page?.status !== 404) return responses.send(ctx, refusal);
    const answer = { ...page, status: refusal.status };
    await sendFinishedResponse(ctx.request, ctx.response, answer, responses.headersOf(ctx));
  };
}
