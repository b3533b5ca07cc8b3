import { href } from 'react-router';

import { sameForEverybody } from '#app/http/cache-control.ts';
import type { SitemapAddress } from '#domain/posts/list-sitemap-pages.ts';
import { sitemapXml } from './sitemap-xml.ts';

/** Pages that exist without any posts. */
export const fixedPages = [
  href('/'),
  href('/about'),
  href('/blog'),
  href('/contact'),
  href('/jv-program'),
  href('/privacy'),
  href('/terms'),
  href('/cookies'),
];

/** The sitemap of pages of this site. */
export function sitemapOf(origin: string, paths: string[], found: SitemapAddress[]): Response {
  return xmlResponse(
    sitemapXml([
      ...paths.map((path) => ({ address: origin + path })),
      ...found.map(({ path, changedAt }) => ({ address: origin + path, changed: changedAt })),
    ]),
  );
}

export function xmlResponse(xml: string): Response {
  return new Response(xml, {
    headers: { 'Content-Type': 'application/xml; charset=utf-8', ...sameForEverybody },
  });
}
