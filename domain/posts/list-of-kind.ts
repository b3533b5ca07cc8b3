import { listTexts } from '#db/queries/texts.ts';
import { requirePermission } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import type { PostKind } from '#domain/kinds.ts';
import { readPage } from '#domain/paging.ts';
import { searchedText } from '#domain/fields/fields.ts';

const postsPerPage = 50;

/**
 * The posts of a kind whose title, slug or excerpt has the search in it, the last changed first; a page past the end is the
 * last one.
 */
export async function listOfKind(
  ctx: DomainContext,
  kind: PostKind,
  query: { search: string; page: number },
) {
  requirePermission(ctx, 'write-drafts');
  const wanted = { search: searchedText(query.search), kinds: [kind], onlyPublic: false };
  const { rows, found, ...paging } = await readPage(query.page, postsPerPage, (window) =>
    listTexts(ctx.db, wanted, window),
  );
  const items = rows.map(({ id, slug, title, published, scheduled, updated_at: updatedAt }) => ({
    id,
    slug,
    title,
    published,
    scheduled,
    updatedAt,
  }));
  return { items, total: found, ...paging };
}
