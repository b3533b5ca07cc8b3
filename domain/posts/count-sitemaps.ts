import type { DomainContext } from '#domain/context.ts';
import { countIndexable } from '#db/queries/public-posts.ts';

/** A sitemap may list 50,000 addresses (sitemaps.org): these posts, and in the only part all other pages and terms. */
export const addressesPerSitemap = 40_000;

/** Number of sitemaps that list every public post that search engines may list. */
export async function countSitemaps(
  ctx: Pick<DomainContext, 'db' | 'origin' | 'showsContent'>,
): Promise<number> {
  ctx.showsContent?.(['sitemap']);
  return Math.max(1, Math.ceil((await countIndexable(ctx.db, ctx.origin)) / addressesPerSitemap));
}
