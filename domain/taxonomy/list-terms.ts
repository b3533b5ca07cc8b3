import type { TermListOrder, TermKind } from '#db/queries/managed-terms.ts';
import { listManagedTerms, maxPostsCounted } from '#db/queries/managed-terms.ts';
import { requirePermission, type Core } from '#domain/core/context.ts';
import { readPage } from '#domain/core/paging.ts';
import { searchedText } from '#domain/fields/fields.ts';

const termsPerPage = 50;

export type TermListQuery = { search?: string; page: number; order?: TermListOrder };
/** A page of categories, tags or authors, newest first unless asked otherwise; a page past the end is the last one. */
export async function listTerms(ctx: Core, kind: TermKind, query: TermListQuery) {
  requirePermission(ctx, 'edit-content');
  const search = searchedText(query.search);
  const order = query.order ?? { column: 'name', direction: 'asc' };
  const { rows, ...counts } = await readPage(query.page, termsPerPage, (window) =>
    listManagedTerms(ctx.db, kind, search, order, window),
  );
  return {
    /** `hasMorePosts`: there are more than were counted. */
    items: rows.map((row) => ({ ...row, hasMorePosts: row.posts >= maxPostsCounted })),
    ...counts,
  };
}
