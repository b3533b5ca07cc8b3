import type { Route } from './+types/sitemap-part';
import { withUnavailableFallback } from '#app/http/with-unavailable-fallback.ts';
import { domainContext, siteContext } from '#app/http/request-context.ts';
import { listSitemapPages } from '#domain/posts/list-sitemap-pages.ts';
import { listSitemapPosts } from '#domain/posts/list-sitemap-posts.ts';
import { pagesOfSitemap } from '#domain/public-addresses.ts';
import { sitemapOf } from './sitemap-response.ts';

/** A part of a large sitemap: `pages.xml`, or a numbered part with posts. */
export async function loader({ params: { part }, context }: Route.LoaderArgs) {
  const { origin } = context.get(siteContext);
  const ctx = context.get(domainContext);
  const name = /^(pages|[1-9]\d{0,3})\.xml$/.exec(part)?.[1];
  if (name === 'pages') {
    return sitemapOf(origin, pagesOfSitemap, await withUnavailableFallback(listSitemapPages(ctx), context));
  }
  const posts =
    name === undefined ? [] : await withUnavailableFallback(listSitemapPosts(ctx, Number(name)), context);
  if (posts.length === 0) return new Response('There is nothing at this address.\n', { status: 404 });
  return sitemapOf(origin, [], posts);
}
