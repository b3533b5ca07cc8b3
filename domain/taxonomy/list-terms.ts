import { listManagedTerms, maxPostsCounted, type TermListOrder } from '#db/queries/managed-terms.ts';
import { requireActor } from '#domain/auth/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { withoutControls } from '#domain/text/fields.ts';
import type { TermKind, TermListItem } from './term.ts';

export const termsPerPage = 50;

export type TermListQuery = { search?: string; page: number; order?: TermListOrder };
export type TermListPage = { items: TermListItem[]; page: number; pages: number; total: number };

/** A page of categories or tags, newest first unless asked otherwise; a page beyond the last shows the last. */
export async function listTerms(
  ctx: DomainContext,
  kind: TermKind,
  query: TermListQuery,
): Promise<TermListPage> {
  requireActor(ctx);
  const search = withoutControls(query.search ?? '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 200);
  const order = query.order ?? { column: 'created', direction: 'desc' };
  const wanted = Number.isSafeInteger(query.page) && query.page > 0 ? Math.min(query.page, 100_000) : 1;
  const { rows, total } = await listManagedTerms(ctx.db, kind, search, order, {
    page: wanted,
    perPage: termsPerPage,
  });
  const pages = Math.max(1, Math.ceil(total / termsPerPage));
  return {
    items: rows.map(({ created_at, posts, ...row }) => ({
      id: row.id,
      name: row.name,
      slug: row.slug,
      description: row.description,
      createdAt: created_at,
      posts,
      hasMorePosts: posts >= maxPostsCounted,
    })),
    page: Math.min(wanted, pages),
    pages,
    total,
  };
}
