import { listOfKind as listRows } from '#db/queries/posts-of-kind.ts';
import { requirePermission } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import type { PostKind } from '#domain/kinds.ts';
import { readPage } from '#domain/paging.ts';
import { searchedText } from '#domain/text/fields.ts';

const postsPerPage = 50;

/**
 * The posts of a kind whose title or slug has the search in it, the last changed first; a page past the end is the last
 * one.
 */
export async function listOfKind(
  ctx: DomainContext,
  kind: PostKind,
  query: { search: string; page: number },
) {
  requirePermission(ctx, 'write-drafts');
  const search = searchedText(query.search);
  const { found, ...paging } = await readPage(
    query.page,
    postsPerPage,
    (window) => listRows(ctx.db, kind, search, window),
    ({ total }) => total,
  );
  const items = found.rows.map(({ updated_at, ...row }) => ({ ...row, updatedAt: updated_at }));
  return { items, total: found.total, ...paging };
}
