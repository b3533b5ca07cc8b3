import type { PublicPages } from '../pages/public-pages.ts';
import type { PlainResponse } from '../responses/plain-response.ts';
import { sendFinishedResponse } from '../responses/prepared-response.ts';
import type { HttpContext } from './http-context.ts';
import type { Responses } from './responses.ts';

/**
 * For what is refused without a page: malformed addresses, missing files and images, forms that a page does not take.
 * @returns a function that sends the site's own page about it to who navigates, with the status of the refusal; the refusal
 *   itself to programs
 */
export function createNotFoundPage(responses: Responses, pages: Pick<PublicPages, 'page'>) {
  return async (ctx: HttpContext, refusal: PlainResponse): Promise<void> => {
    const { address, status } = refusal.status === 405 ? refusedPage : missingPage;
    const page = navigates(ctx) ? await pages.page(ctx.requestId, address, false) : null;
    if (page?.status !== status) return responses.send(ctx, refusal);
    const answer = { ...page, status: refusal.status };
    await sendFinishedResponse(ctx.request, ctx.response, answer, responses.headersOf(ctx));
  };
}

/** Addresses that no route and no plain page has (`app/routes/public/not-found.tsx`). */
const missingPage = { address: '/not/found', status: 404 };
const refusedPage = { address: '/not/allowed', status: 405 };

/** True if a person opens the address, who reads a page better than a line of text. */
export function navigates({ request: { headers } }: HttpContext): boolean {
  return headers['sec-fetch-mode'] === 'navigate' || /\btext\/html\b/.test(headers.accept ?? '');
}

/** True if a person opens the address of a file that is not there, such as a sitemap or an image. */
export function isFileMissing(ctx: HttpContext, status: number, type: string | null | undefined): boolean {
  const isPage = type?.startsWith('text/html') ?? false;
  return (status === 404 || status === 410) && !isPage && !ctx.pathname.startsWith('/api/') && navigates(ctx);
}
