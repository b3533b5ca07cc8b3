import type { DomainContext } from '#domain/context.ts';
import { listIndexableAddresses } from '#db/queries/public-posts.ts';
import { addressesPerSitemap } from './count-sitemaps.ts';
import { pathOf } from '#domain/kinds.ts';
import type { SitemapAddress } from './list-sitemap-pages.ts';

/**
 * One part of the addresses of all public posts that search engines may list.
 * @param part counted from 1
 */
export async function listSitemapPosts(
  ctx: Pick<DomainContext, 'db' | 'origin' | 'showsContent'>,
  part: number,
): Promise<SitemapAddress[]> {
  ctx.showsContent?.(['sitemap']);
  const window = { limit: addressesPerSitemap, offset: (part - 1) * addressesPerSitemap };
  const rows = await listIndexableAddresses(ctx.db, ctx.origin, window);
  return rows.map(({ slug, changed_at }) => ({
    path: pathOf({ kind: 'post', slug }),
    changedAt: changed_at,
  }));
}
