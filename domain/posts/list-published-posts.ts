import type { Core } from '#domain/core/context.ts';
import { listPublic, type TermOfPosts } from '#db/queries/public-posts.ts';
import { kindsWhere } from '#domain/core/kinds.ts';
import { cardKeys, type ContentRecorder } from './content-keys.ts';
import type { Page, PublicPostCard } from './post.ts';
import { presentCard } from './presenting.ts';

const postsPerPage = 12;

const blog = kindsWhere(({ isInBlog }) => isInBlog);
export const kindsByAuthors = kindsWhere(({ hasAuthor }) => hasAuthor);

/**
 * A page of public posts, newest first: all of the blog, or those of a category or tag, or everything by an author. One
 * statement.
 * @param wanted.page counted from 1
 * @returns null when there is no such page, or nothing public under that category, tag or author
 */
export async function listPublishedPosts(
  ctx: Pick<Core, 'db' | 'timeZone'> & ContentRecorder,
  { page, term = null }: { page: number; term?: TermOfPosts },
): Promise<Page<PublicPostCard> | null> {
  if (!Number.isSafeInteger(page) || page < 1 || page > 1_000_000) return null;
  const kinds = term?.kind === 'author' ? kindsByAuthors : blog;
  const rows = await listPublic(ctx.db, term, kinds, {
    limit: postsPerPage,
    offset: (page - 1) * postsPerPage,
  });
  const { total, term_id: termId } = rows[0] ?? { total: 0, term_id: null };
  const listKey = term === null || termId === null ? 'list' : (`${term.kind}:${termId}` as const);
  ctx.showsContent?.([listKey, ...cardKeys(rows)]);
  if (total === 0 && (page > 1 || term !== null)) return null;
  return {
    items: rows.map((row) => presentCard(row, ctx.timeZone)),
    page,
    pages: Math.max(1, Math.ceil(total / postsPerPage)),
    total,
  };
}
