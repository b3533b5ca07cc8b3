import { PassThrough } from 'node:stream';

import { renderToPipeableStream, renderToStaticMarkup } from 'react-dom/server';
import {
  isRouteErrorResponse,
  ServerRouter,
  type EntryContext,
  type RouterContextProvider,
} from 'react-router';

import { contentSecurityPolicyWithNonce } from '#app/http/content-security-policy.ts';
import { isHydrated } from '#app/http/hydration.ts';
import { reportErrorContext, nonceContext } from '#app/http/request-context.ts';

/** Milliseconds; a page awaits its data before it is rendered, so this only ends an error. */
const maxRenderTime = 5_000;

/**
 * Prerenders a link when the pointer rests on it; only public pages, because loading them has no side effects. In a file,
 * because inside the page the policy would need a keyword that Firefox reports as an error.
 */
const speculationRules = '"/links.speculationrules"';

/**
 * Renders a document whole before the first byte leaves: its status is true, and it reads without script. A page that
 * ships no framework is plain markup that can be kept and shown to everybody; a hydrated one carries the request's
 * nonce, in its policy and on its scripts.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const matches = entry.staticHandlerContext.matches;
  const { loaderData } = entry.staticHandlerContext;
  const isLive = isHydrated(
    matches.map(({ route: { id } }) => ({
      handle: entry.routeModules[id]?.handle,
      loaderData: loaderData[id],
    })),
  );
  headers.set('Content-Type', 'text/html; charset=utf-8');
  if (!isLive) {
    headers.set('Speculation-Rules', speculationRules);
    const markup = renderToStaticMarkup(<ServerRouter context={withoutScripts(entry)} url={request.url} />);
    return new Response(request.method === 'HEAD' ? null : `<!DOCTYPE html>${markup}`, { status, headers });
  }
  const nonce = context.get(nonceContext);
  headers.set('Content-Security-Policy', contentSecurityPolicyWithNonce(nonce));
  const body = await renderWhole(<ServerRouter context={entry} url={request.url} nonce={nonce} />, nonce);
  return new Response(request.method === 'HEAD' ? null : body, { status, headers });
}

/**
 * The manifest of a page without framework: the routes that it shows, and no data for a script. The router would build
 * all routes of the site for each page.
 */
function withoutScripts(entry: EntryContext): EntryContext {
  const { serverHandoffStream: _, manifest, staticHandlerContext, ...rest } = entry;
  const routes = Object.fromEntries(
    staticHandlerContext.matches.map(({ route: { id } }) => [id, manifest.routes[id]]),
  );
  return { ...rest, staticHandlerContext, manifest: { ...manifest, routes } };
}

function renderWhole(page: React.ReactNode, nonce: string): Promise<Buffer<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      onAllReady() {
        clearTimeout(timer);
        const body = pipe(new PassThrough());
        body.toArray().then((chunks) => resolve(Buffer.concat(chunks)), reject);
      },
      onError(error: unknown) {
        clearTimeout(timer);
        reject(error);
      },
    });
    const timer = setTimeout(() => abort(new Error('Rendering took too long.')), maxRenderTime);
  });
}

/**
 * Errors are logged by the process, with the request's id; aborted requests are not errors, nor are those that the router
 * refuses itself, such as a method that a route does not take.
 */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
) {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  context.get(reportErrorContext)(error);
}
