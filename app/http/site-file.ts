import { sameForEverybody } from './cache-control.ts';

/** A text of the site that is no page: the same for all visitors. */
export function siteFile(content: string, type: string, headers: Record<string, string> = {}): Response {
  return new Response(content, {
    headers: { 'Content-Type': `${type}; charset=utf-8`, ...headers, ...sameForEverybody },
  });
}

export function nothingHere(): Response {
  return new Response('There is nothing at this address.\n', { status: 404 });
}
