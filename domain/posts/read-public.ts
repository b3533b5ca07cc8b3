import type { DomainContext } from '#domain/context.ts';
import {
  countPublic,
  findSlugRedirect,
  findPublicBySlug,
  findPublicCardBySlug,
  listFeatured,
  listPublic,
  listPublicAddresses,
  listPublicCategories,
  listPublicTerms,
  listPublicWhole,
} from '#db/queries/public-posts.ts';
import { findTagBySlug } from '#db/queries/terms.ts';
import { cardKeys, listKeys, postPageKeys, wholePostKeys } from './content-keys.ts';
import type { Page, PostAddress, PublicPost, PublicPostCard, TermName } from './post.ts';
import { presentCard, presentPost } from './presenting.ts';

/** Each function declares what it shows, so that a cached page knows when it is out of date. */
type Reader = Pick<DomainContext, 'db' | 'timeZone' | 'showsContent'>;

export const postsPerPage = 12;
const featuredOnHome = 2;
const postsInFeed = 20;
const relatedToPost = 3;

/** The newest featured posts, at most two: the home page. One statement. */
export async function listFeaturedPosts(ctx: Reader): Promise<PublicPostCard[]> {
  const rows = await listFeatured(ctx.db, featuredOnHome);
  ctx.showsContent?.(['featured', ...cardKeys(rows)]);
  return rows.map((row) => presentCard(row, ctx.timeZone));
}

/**
 * A page of public posts, newest first; all, or those of a category or tag. One statement.
 * @param filter.page counted from 1.
 * @returns null when there is no such page, or nothing public under that category or tag.
 */
export async function listPublishedPosts(
  ctx: Reader,
  filter: { page: number; categorySlug?: string; tagSlug?: string },
): Promise<Page<PublicPostCard> | null> {
  const { page, ...which } = filter;
  if (!Number.isSafeInteger(page) || page < 1 || page > 1_000_000) return null;
  const rows = await listPublic(ctx.db, which, { limit: postsPerPage, offset: (page - 1) * postsPerPage });
  const { total, term_id: termId } = rows[0] ?? { total: 0, term_id: null };
  ctx.showsContent?.([...listKeys({ termKind: termKindOf(which), termId }), ...cardKeys(rows)]);
  const mayBeEmpty = page === 1 && which.categorySlug === undefined && which.tagSlug === undefined;
  if (total === 0 && !mayBeEmpty) return null;
  return {
    items: rows.map((row) => presentCard(row, ctx.timeZone)),
    page,
    pages: Math.max(1, Math.ceil(total / postsPerPage)),
    total,
  };
}

function termKindOf(which: { categorySlug?: string; tagSlug?: string }): 'category' | 'tag' | null {
  if (which.categorySlug !== undefined) return 'category';
  return which.tagSlug === undefined ? null : 'tag';
}

/** What is at /blog/{slug}. One statement for a post; a second one only when there is none. */
export async function findPostAddress(ctx: Reader, slug: string): Promise<PostAddress> {
  const row = await findPublicBySlug(ctx.db, slug, relatedToPost);
  if (row) {
    ctx.showsContent?.(postPageKeys(row, relatedToPost));
    const { older, newer } = row;
    const related = row.related.map((card) => presentCard(card, ctx.timeZone));
    return { kind: 'post', post: { ...presentPost(row, ctx.timeZone), older, newer, related } };
  }
  const former = await findSlugRedirect(ctx.db, slug);
  if (!former) return { kind: 'unknown' };
  return former.slug === null ? { kind: 'gone' } : { kind: 'moved', slug: former.slug };
}

/** A public post as a list shows it, or null. One statement. */
export async function findPublicCard(ctx: Reader, slug: string): Promise<PublicPostCard | null> {
  const row = await findPublicCardBySlug(ctx.db, slug);
  if (row) ctx.showsContent?.(cardKeys([row]));
  return row ? presentCard(row, ctx.timeZone) : null;
}

/** Categories with something to read in them, by name. */
export function listCategoriesInUse(ctx: Reader): Promise<TermName[]> {
  ctx.showsContent?.(['categories']);
  return listPublicCategories(ctx.db);
}

/** A tag by its slug, whether anything public has it or not. */
export async function findTag(ctx: Reader, slug: string): Promise<TermName | null> {
  const tag = await findTagBySlug(ctx.db, slug);
  if (tag) ctx.showsContent?.([`tag:${tag.id}`]);
  return tag ? { name: tag.name, slug: tag.slug } : null;
}

/** The newest posts with their bodies. */
export async function listFeedPosts(ctx: Reader): Promise<PublicPost[]> {
  const rows = await listPublicWhole(ctx.db, postsInFeed);
  ctx.showsContent?.(['list', ...wholePostKeys(rows)]);
  return rows.map((row) => presentPost(row, ctx.timeZone));
}

export type SitemapAddress = { path: string; changedAt: Date };

/** A sitemap may hold 50,000 addresses (sitemaps.org): these, and with the only part every other page and term. */
const addressesPerSitemap = 40_000;

/** How many sitemaps it takes to list every public post. */
export async function countSitemaps(ctx: Reader): Promise<number> {
  ctx.showsContent?.(['sitemap']);
  return Math.max(1, Math.ceil((await countPublic(ctx.db)) / addressesPerSitemap));
}

/**
 * One part of all addresses of posts with the time of their last change.
 * @param part counted from 1.
 */
export async function listSitemapPosts(ctx: Reader, part: number): Promise<SitemapAddress[]> {
  ctx.showsContent?.(['sitemap']);
  const window = { limit: addressesPerSitemap, offset: (part - 1) * addressesPerSitemap };
  const rows = await listPublicAddresses(ctx.db, window);
  return rows.map(({ slug, changed_at }) => ({ path: `/blog/${slug}`, changedAt: changed_at }));
}

/** The addresses of categories and tags that have something to read. */
export async function listSitemapTerms(ctx: Reader): Promise<SitemapAddress[]> {
  ctx.showsContent?.(['sitemap']);
  const rows = await listPublicTerms(ctx.db);
  return rows.map(({ kind, slug, changed_at }) => ({ path: `/blog/${kind}/${slug}`, changedAt: changed_at }));
}
