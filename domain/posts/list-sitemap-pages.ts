import type { DomainContext } from '#domain/context.ts';
import { listIndexablePages } from '#db/queries/public-posts.ts';

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
