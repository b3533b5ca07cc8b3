import type { Core, SiteOrigin } from '#domain/core/context.ts';
import { countIndexable, listIndexableAddresses, listIndexablePages } from '#db/queries/public-posts.ts';
import { kindFolders, kinds, pathOf } from '#domain/core/kinds.ts';
import { termFolders } from '#domain/core/public-addresses.ts';
import { kindsByAuthors } from './list-published-posts.ts';
import type { ContentRecorder } from './content-keys.ts';

type Reader = Pick<Core, 'db'> & SiteOrigin & ContentRecorder;

/** `changedAt` is the time of the last change. */
export type SitemapAddress = { path: string; changedAt: Date };

const folders = kindFolders.filter(({ kind }) => kinds[kind].isInSitemap && kind !== 'post');

/** The addresses of posts of every kind but those of the blog, and of categories, tags and authors that have one. */
export async function listSitemapPages(ctx: Reader): Promise<SitemapAddress[]> {
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

/** A sitemap may list 50,000 addresses (sitemaps.org): these posts, and in the only part all other pages and terms. */
const addressesPerSitemap = 40_000;

/** Number of sitemaps that list every public post that search engines may list. */
export async function countSitemaps(ctx: Reader): Promise<number> {
  ctx.showsContent?.(['sitemap']);
  return Math.max(1, Math.ceil((await countIndexable(ctx.db, ctx.origin)) / addressesPerSitemap));
}

/**
 * One part of the addresses of all public posts that search engines may list.
 * @param part counted from 1
 */
export async function listSitemapPosts(ctx: Reader, part: number): Promise<SitemapAddress[]> {
  ctx.showsContent?.(['sitemap']);
  const window = { limit: addressesPerSitemap, offset: (part - 1) * addressesPerSitemap };
  const rows = await listIndexableAddresses(ctx.db, ctx.origin, window);
  return rows.map(({ slug, changed_at: changedAt }) => ({ path: pathOf({ kind: 'post', slug }), changedAt }));
}
