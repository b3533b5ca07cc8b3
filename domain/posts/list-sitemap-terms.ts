import type { DomainContext } from '#domain/context.ts';
import { listPublicTerms } from '#db/queries/public-posts.ts';

/** `changedAt` is the time of the last change. */
export type SitemapAddress = { path: string; changedAt: Date };

/** The addresses of categories and tags that have at least one public post. */
export async function listSitemapTerms(
  ctx: Pick<DomainContext, 'db' | 'showsContent'>,
): Promise<SitemapAddress[]> {
  ctx.showsContent?.(['sitemap']);
  const rows = await listPublicTerms(ctx.db);
  return rows.map(({ kind, slug, changed_at }) => ({ path: `/blog/${kind}/${slug}`, changedAt: changed_at }));
}
