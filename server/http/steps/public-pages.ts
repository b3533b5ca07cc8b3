import { createCanonicalAddresses, markdownAddress, plainAddress } from '#server/pages/cacheable-pages.ts';
import { withQuery } from '#domain/redirects/rule-index.ts';
import { idIn, shortAddress } from '#domain/redirects/short-address.ts';
import type { AppParts } from '../app-parts.ts';
import { hasCookie } from '../cookie-names.ts';
import type { HttpContext, Step } from '../http-context.ts';
import { isFileMissing } from '../not-found-page.ts';
import { prefersMarkdown } from '../prefers-markdown.ts';
import { plainResponse, statusMessages } from '#server/responses/plain-response.ts';
import { sendFinishedResponse, type FinishedResponse } from '#server/responses/prepared-response.ts';

/**
 * Answers GET and HEAD without a session for pages that are the same for every visitor, from the cache when it can. A
 * public address with capitals is redirected to its lower-case form. Who asks for Markdown gets it of a text.
 */
export function createPublicPageStep(parts: AppParts): Step {
  const { responses, pages, sessionCookieNames, answerMissing } = parts;
  const canonicalAddress = createCanonicalAddresses(parts.cacheablePages);

  return (ctx) => {
    const { request, pathname, search } = ctx;
    if (request.method !== 'GET' && request.method !== 'HEAD') return 'next';
    const markdown = prefersMarkdown(request.headers.accept) ? markdownAddress(pathname) : undefined;
    const page = canonicalAddress(markdown ?? pathname, search);
    if (page === undefined) return redirectToPlain(ctx);
    if (markdown === undefined && hasCookie(request.headers.cookie, sessionCookieNames)) return 'next';
    const id = pathname === '/' ? idIn(search) : null;
    if (id !== null) return redirectShort(ctx, id, page);
    const cached = pages.current(page.address);
    if (cached === undefined) return renderPage(ctx, page.address, page.isKept);
    return send(ctx, cached, cached.status);
  };

  function redirectToPlain(ctx: HttpContext): 'next' | void {
    const plain = plainAddress(ctx.pathname);
    if (plain === undefined) return 'next';
    return responses.send(ctx, plainResponse(301, '', { headers: ['Location', plain + ctx.search] }));
  }

  /** The short address of a text on the site that it was on before, else the home page. */
  async function redirectShort(
    ctx: HttpContext,
    id: string,
    { address, isKept }: { address: string; isKept: boolean },
  ): Promise<void> {
    const short = { ...ctx, pathname: shortAddress(id), search: '' };
    if ((await answerMissing(short, 404)) !== null) await renderPage(ctx, address, isKept);
  }

  async function renderPage(ctx: HttpContext, address: string, isKept: boolean): Promise<void> {
    const page = await pages.page(ctx.requestId, address, isKept);
    if (page.location !== undefined) return redirect(ctx, page.status, page.location);
    const status = await answerMissing(ctx, page.status);
    if (status === null) return;
    await send(ctx, page, status);
  }

  /** A page is rendered for the parameters that it knows; the new address gets all of them, a campaign for example. */
  function redirect(ctx: HttpContext, status: number, location: string): void {
    const isMoved = location.split('?', 1)[0] !== ctx.pathname;
    const target = isMoved ? withQuery(location, ctx.search) : location;
    const headers = ['Location', target, 'Cache-Control', 'private, no-store'];
    responses.send(ctx, { status, headers, body: '' });
  }

  function send(ctx: HttpContext, page: FinishedResponse, status: number): Promise<void> | void {
    if (isFileMissing(ctx, status, page.type))
      return parts.sendNotFound(ctx, plainResponse(status, statusMessages.missing));
    return sendFinishedResponse(ctx.request, ctx.response, { ...page, status }, responses.headersOf(ctx));
  }
}
