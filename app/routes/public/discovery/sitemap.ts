import type { Route } from './+types/sitemap';
import { withUnavailableFallback } from '#app/http/with-unavailable-fallback.ts';
import { domainContext, siteContext } from '#app/http/request-context.ts';
import { countSitemaps } from '#domain/posts/count-sitemaps.ts';
import { listSitemapPages } from '#domain/posts/list-sitemap-pages.ts';
import { listSitemapPosts } from '#domain/posts/list-sitemap-posts.ts';
import { pagesOfSitemap } from '#domain/public-addresses.ts';
import { sitemapOf, xmlResponse } from './sitemap-response.ts';
import { sitemapIndexXml } from './sitemap-xml.ts';

/** All addresses, or an index of the parts when there are too many posts for one sitemap. */
export async function loader({ context }: Route.LoaderArgs) {
  const { origin } = context.get(siteContext);
  const ctx = context.get(domainContext);
  const parts = await withUnavailableFallback(countSitemaps(ctx), context);
  if (parts > 1) {
    const names = ['pages', ...Array.from({ length: parts }, (_, index) => String(index + 1))];
    return xmlResponse(sitemapIndexXml(names.map((name) => `${origin}/sitemaps/${name}.xml`)));
  }
  const lists = await withUnavailableFallback(
    Promise.all([listSitemapPages(ctx), listSitemapPosts(ctx, 1)]),
    context,
  );
  return sitemapOf(origin, pagesOfSitemap, lists.flat());
}
