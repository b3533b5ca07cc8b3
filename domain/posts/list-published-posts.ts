import type { DomainContext } from '#domain/context.ts';
import type { TermKind } from '#db/queries/managed-terms.ts';
import { listPublic, type PublicFilter } from '#db/queries/public-posts.ts';
import { kindsWhere } from '#domain/kinds.ts';
import { cardKeys, listKeys } from './content-keys.ts';
import type { Page, PublicPostCard } from './post.ts';
import { presentCard } from './presenting.ts';

export const postsPerPage = 12;

const blog = kindsWhere(({ isInBlog }) => isInBlog);
/** What the page of an author lists. */
export const kindsByAuthors = kindsWhere(({ hasAuthor }) => hasAuthor);

/**
 * A page of public posts, newest first: all of the blog, or those of a category or tag, or everything by an author. One
 * statement.
 * @param filter.page counted from 1
 * @returns null when there is no such page, or nothing public under that category, tag or author
 */
export async function listPublishedPosts(
  ctx: Pick<DomainContext, 'db' | 'timeZone' | 'showsContent'>,
  filter: { page: number; categorySlug?: string; tagSlug?: string; authorSlug?: string },
): Promise<Page<PublicPostCard> | null> {
  const { page, ...which } = filter;
  if (!Number.isSafeInteger(page) || page < 1 || page > 1_000_000) return null;
  const kinds = which.authorSlug === undefined ? blog : kindsByAuthors;
  const rows = await listPublic(ctx.db, which, kinds, {
    limit: postsPerPage,
    offset: (page - 1) * postsPerPage,
  });
  const { total, term_id: termId } = rows[0] ?? { total: 0, term_id: null };
  ctx.showsContent?.([...listKeys({ termKind: termKindOf(which), termId }), ...cardKeys(rows)]);
  const mayBeEmpty = page === 1 && termKindOf(which) === null;
  if (total === 0 && !mayBeEmpty) return null;
  return {
    items: rows.map((row) => presentCard(row, ctx.timeZone)),
    page,
    pages: Math.max(1, Math.ceil(total / postsPerPage)),
    total,
  };
}

function termKindOf(which: PublicFilter): TermKind | null {
  if (which.categorySlug !== undefined) return 'category';
  if (which.authorSlug !== undefined) return 'author';
  return which.tagSlug === undefined ? null : 'tag';
}
