import type { DomainContext } from '#domain/context.ts';
import { listIndexablePages } from '#db/queries/public-posts.ts';
import type { SitemapAddress } from './list-sitemap-terms.ts';

/** Beside the terms in one sitemap: more plain pages than a site has. */
const maxPages = 900;

/** The addresses of the public plain pages that search engines may list. */
export async function listSitemapPages(
  ctx: Pick<DomainContext, 'db' | 'origin' | 'showsContent'>,
): Promise<SitemapAddress[]> {
  ctx.showsContent?.(['sitemap']);
  const rows = await listIndexablePages(ctx.db, ctx.origin, maxPages);
  return rows.map(({ slug, changed_at }) => ({ path: `/${slug}`, changedAt: changed_at }));
}
