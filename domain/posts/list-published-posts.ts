import type { DomainContext } from '#domain/context.ts';
import { listPublic } from '#db/queries/public-posts.ts';
import { cardKeys, listKeys } from './content-keys.ts';
import type { Page, PublicPostCard } from './post.ts';
import { presentCard } from './presenting.ts';

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
