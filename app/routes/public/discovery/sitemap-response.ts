import { sameForEverybody } from '#app/http/cache-control.ts';
import type { SitemapAddress } from '#domain/posts/list-sitemap-pages.ts';
import { sitemapXml } from './sitemap-xml.ts';

/** The sitemap of pages of this site. */
export function sitemapOf(origin: string, paths: readonly string[], found: SitemapAddress[]): Response {
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
