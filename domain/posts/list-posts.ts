import {
  listPostRows,
  type PostListFilter,
  type PostListItem,
  type PostListOrder,
} from '#db/queries/post-list.ts';
import { readerOf, requirePermission, type Core } from '#domain/core/context.ts';
import { kinds } from '#domain/core/kinds.ts';
import { readPage } from '#domain/core/paging.ts';
import { isId, searchedText } from '#domain/fields/fields.ts';
import type { Page } from './post.ts';

export type { PostListItem };

export type PostListQuery = Partial<Omit<PostListFilter, 'readerId'>> & {
  order?: PostListOrder;
  page: number;
};

/**
 * A page of the posts of a kind for the admin, by default of the blog's, newest first; a page past the end shows the last
 * page. `total` is exact, or with `isMore` a lower bound: counting stops at a limit, so that the time for a page has one.
 */
export async function listPosts(
  ctx: Core,
  query: PostListQuery,
): Promise<Page<PostListItem> & { isMore: boolean }> {
  const readerId = readerOf(requirePermission(ctx, 'write-drafts'));
  const filter = filterOf(query, readerId);
  if (filter === null) return nothing;
  const { perPage } = kinds[filter.kind].adminList;
  const { found: _, ...list } = await readPage(query.page, perPage, async (window) => {
    const rows = await listPostRows(ctx.db, filter, query.order ?? usualOrder, window);
    const shown = rows.items.length;
    return { ...rows, found: shown === 0 ? rows.total : Math.max(rows.total, window.offset + shown) };
  });
  return list;
}

const nothing = { items: [], page: 1, pages: 1, total: 0, isMore: false };

const usualOrder: PostListOrder = { column: 'created', direction: 'desc' };

/** The filter that a query means; null when nothing can match it. */
function filterOf(query: PostListQuery, readerId: string | null): PostListFilter | null {
  const authorId = query.authorId ?? null;
  if (authorId !== null && !isId(authorId)) return null;
  return {
    kind: query.kind ?? 'post',
    search: searchedText(query.search),
    status: query.status ?? null,
    category: query.category ?? null,
    authorId,
    readerId,
  };
}
