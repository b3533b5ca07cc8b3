import {
  listPublic,
  listFeatured,
  listPublicWhole,
  listPublicCategories,
  findPublicCardBySlug,
  findPublicBySlug,
  findSlugRedirect,
  findPublicPageBySlug,
} from '#db/queries/public-posts.ts';
import { findTagBySlug } from '#db/queries/terms.ts';
import type { DomainContext } from '#domain/context.ts';
import { isSlug } from '#domain/text/slug.ts';
import { cardKeys, listKeys, wholePostKeys, postPageKeys } from './content-keys.ts';
import type { Page, PublicPostCard, PublicPost, TermName, PostAddress } from './post.ts';
import { presentCard, presentPost } from './presenting.ts';

export const postsPerPage = 12;

/**
 * A page of public posts, newest first: all, or those of a category or tag. One statement.
 * @param filter.page counted from 1
 * @returns null when there is no such page, or nothing public under that category or tag
 */
export async function listPublishedPosts(
  ctx: Pick<DomainContext, 'db' | 'timeZone' | 'showsContent'>,
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

const featuredOnHome = 2;

/** The newest featured posts, at most two, for the home page. One statement. */
export async function listFeaturedPosts(
  ctx: Pick<DomainContext, 'db' | 'timeZone' | 'showsContent'>,
): Promise<PublicPostCard[]> {
  const rows = await listFeatured(ctx.db, featuredOnHome);
  ctx.showsContent?.(['featured', ...cardKeys(rows)]);
  return rows.map((row) => presentCard(row, ctx.timeZone));
}

const postsInFeed = 20;

/** The newest posts with their content. */
export async function listFeedPosts(
  ctx: Pick<DomainContext, 'db' | 'timeZone' | 'showsContent'>,
): Promise<PublicPost[]> {
  const rows = await listPublicWhole(ctx.db, postsInFeed);
  ctx.showsContent?.(['list', ...wholePostKeys(rows)]);
  return rows.map((row) => presentPost(row, ctx.timeZone));
}

/** Categories that have at least one public post, by name. */
export function listCategoriesInUse(ctx: Pick<DomainContext, 'db' | 'showsContent'>): Promise<TermName[]> {
  ctx.showsContent?.(['categories']);
  return listPublicCategories(ctx.db);
}

/** A public post without its content, or null. One statement. */
export async function findPublicCard(
  ctx: Pick<DomainContext, 'db' | 'timeZone' | 'showsContent'>,
  slug: string,
): Promise<PublicPostCard | null> {
  const row = await findPublicCardBySlug(ctx.db, slug);
  if (row) ctx.showsContent?.(cardKeys([row]));
  return row ? presentCard(row, ctx.timeZone) : null;
}

/** A tag by its slug, with or without public posts; null when there is none. */
export async function findTag(
  ctx: Pick<DomainContext, 'db' | 'showsContent'>,
  slug: string,
): Promise<TermName | null> {
  const tag = await findTagBySlug(ctx.db, slug);
  if (tag) ctx.showsContent?.([`tag:${tag.id}`]);
  return tag ? { name: tag.name, slug: tag.slug } : null;
}

const maxRelated = 3;

/** The post, redirect or absence at /blog/{slug}. One statement for a post; a second one only when there is none. */
export async function findPostAddress(
  ctx: Pick<DomainContext, 'db' | 'timeZone' | 'showsContent'>,
  slug: string,
): Promise<PostAddress> {
  const row = await findPublicBySlug(ctx.db, slug, maxRelated);
  if (row) {
    ctx.showsContent?.(postPageKeys(row, maxRelated));
    const { older, newer } = row;
    const related = row.related.map((card) => presentCard(card, ctx.timeZone));
    return { kind: 'post', post: { ...presentPost(row, ctx.timeZone), older, newer, related } };
  }
  const former = await findSlugRedirect(ctx.db, slug, 'post');
  if (!former) return { kind: 'unknown' };
  return former.slug === null ? { kind: 'gone' } : { kind: 'moved', slug: former.slug };
}

/** What is at an address of a plain page: the page, where it has moved, or nothing, no longer or never. */
export type PageAddress =
  | { kind: 'page'; page: PublicPost }
  | { kind: 'moved'; slug: string }
  | { kind: 'gone' }
  | { kind: 'unknown' };

/** The plain page, redirect (also for capitals) or absence at /{slug}. One statement for a page; a second one only when there is none. */
export async function findPageAddress(
  ctx: Pick<DomainContext, 'db' | 'timeZone' | 'showsContent'>,
  slug: string,
): Promise<PageAddress> {
  // Programs try many addresses, few of which a page could have.
  const plain = slug.toLowerCase();
  if (!isSlug(plain)) return { kind: 'unknown' };
  const row = await findPublicPageBySlug(ctx.db, plain);
  if (row && plain !== slug) return { kind: 'moved', slug: plain };
  if (row) {
    ctx.showsContent?.(wholePostKeys([row]));
    return { kind: 'page', page: presentPost(row, ctx.timeZone) };
  }
  const former = await findSlugRedirect(ctx.db, plain, 'page');
  if (!former) return { kind: 'unknown' };
  return former.slug === null ? { kind: 'gone' } : { kind: 'moved', slug: former.slug };
}
