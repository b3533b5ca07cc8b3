import { countIndexable, listIndexablePages, listIndexableAddresses } from '#db/queries/public-posts.ts';
import type { DomainContext } from '#domain/context.ts';

/** A sitemap may list 50,000 addresses (sitemaps.org): these posts, and in the only part all other pages and terms. */
export const addressesPerSitemap = 40_000;

/** Number of sitemaps that list every public post that search engines may list. */
export async function countSitemaps(
  ctx: Pick<DomainContext, 'db' | 'origin' | 'showsContent'>,
): Promise<number> {
  ctx.showsContent?.(['sitemap']);
  return Math.max(1, Math.ceil((await countIndexable(ctx.db, ctx.origin)) / addressesPerSitemap));
}

/** `changedAt` is the time of the last change. */
export type SitemapAddress = { path: string; changedAt: Date };

const folders = { page: '', category: '/blog/category', tag: '/blog/tag' };

/** The addresses of plain pages, and of categories and tags that have at least one public post. */
export async function listSitemapPages(
  ctx: Pick<DomainContext, 'db' | 'origin' | 'showsContent'>,
): Promise<SitemapAddress[]> {
  ctx.showsContent?.(['sitemap']);
  const rows = await listIndexablePages(ctx.db, ctx.origin);
  return rows.map(({ kind, slug, changed_at }) => ({
    path: `${folders[kind]}/${slug}`,
    changedAt: changed_at,
  }));
}

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
  return rows.map(({ slug, changed_at }) => ({ path: `/blog/${slug}`, changedAt: changed_at }));
}
