import type { DomainContext } from '#domain/context.ts';
import { listIndexablePages } from '#db/queries/public-posts.ts';
import { kindFolders, kinds } from '#domain/kinds.ts';
import { termFolders } from '#domain/public-addresses.ts';
import { kindsByAuthors } from './list-published-posts.ts';

/** `changedAt` is the time of the last change. */
export type SitemapAddress = { path: string; changedAt: Date };

const folders = kindFolders.filter(({ kind }) => kinds[kind].isInSitemap && kind !== 'post');

/** The addresses of posts of every kind but those of the blog, and of categories, tags and authors that have one. */
export async function listSitemapPages(
  ctx: Pick<DomainContext, 'db' | 'origin' | 'showsContent'>,
): Promise<SitemapAddress[]> {
  ctx.showsContent?.(['sitemap']);
  const rows = await listIndexablePages(ctx.db, ctx.origin, folders, termFolders, kindsByAuthors);
  const pages = rows.map(({ path, changed_at }) => ({ path, changedAt: changed_at }));
  const lists = folders.flatMap(({ kind, folder }) => {
    const changed = pages
      .filter(({ path }) => path.startsWith(`${folder}/`))
      .map((page) => Number(page.changedAt));
    return kinds[kind].list === null || changed.length === 0
      ? []
      : [{ path: folder, changedAt: new Date(Math.max(...changed)) }];
  });
  return [...lists, ...pages];
}
