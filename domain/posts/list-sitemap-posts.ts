import type { DomainContext } from '#domain/context.ts';
import { listPublicAddresses } from '#db/queries/public-posts.ts';
import { addressesPerSitemap } from './count-sitemaps.ts';
import type { SitemapAddress } from './list-sitemap-terms.ts';

/**
 * One part of the addresses of all public posts.
 * @param part counted from 1
 */
export async function listSitemapPosts(
  ctx: Pick<DomainContext, 'db' | 'showsContent'>,
  part: number,
): Promise<SitemapAddress[]> {
  ctx.showsContent?.(['sitemap']);
  const window = { limit: addressesPerSitemap, offset: (part - 1) * addressesPerSitemap };
  const rows = await listPublicAddresses(ctx.db, window);
  return rows.map(({ slug, changed_at }) => ({ path: `/blog/${slug}`, changedAt: changed_at }));
}
