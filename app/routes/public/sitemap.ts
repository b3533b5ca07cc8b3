import type { Route } from './+types/sitemap';
import { sameForEverybody } from '#app/http/cache-control.ts';
import { orUnavailable } from '#app/http/or-unavailable.ts';
import { domainContext, siteContext } from '#app/http/request-context.ts';
import { listSitemapPosts } from '#domain/posts/read-public.ts';
import { sitemapXml } from './sitemap-xml.ts';

const fixedPages = ['/', '/about', '/blog', '/contact', '/jv-program', '/privacy', '/terms', '/cookies'];

export async function loader({ context }: Route.LoaderArgs) {
  const { origin } = context.get(siteContext);
  const posts = await orUnavailable(listSitemapPosts(context.get(domainContext)), context);
  const addresses = [
    ...fixedPages.map((path) => ({ address: origin + path })),
    ...posts.map(({ slug, updatedAt }) => ({ address: `${origin}/blog/${slug}`, changed: updatedAt })),
  ];
  return new Response(sitemapXml(addresses), {
    headers: {
      'Content-Type': 'application/xml; charset=utf-8',
      ...sameForEverybody,
    },
  });
}
