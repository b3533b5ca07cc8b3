import { updateDerived } from '#db/queries/search.ts';
import type { PostRow } from '#db/tables.ts';
import type { Core } from '#domain/core/context.ts';
import type { CleanHtml } from '#domain/html/html.ts';
import type { BodyTree } from '#domain/html/html-tree.ts';
import { searchDocumentOf } from '#domain/search/search-document.ts';
import type { Secrets } from '#domain/core/secrets.ts';
import { madeBy, signedLayout } from './post-layout.ts';

/**
 * Stores what follows from the words of a post, in the transaction that saves it: its words in the search index and the
 * layout of its body.
 * @param post as it is stored
 * @param tree its body
 */
export async function storeDerived(
  ctx: Pick<Core, 'db'> & Secrets,
  postId: string,
  post: Pick<PostRow, 'title' | 'excerpt' | 'language'> & { content: CleanHtml },
  tree: BodyTree,
): Promise<void> {
  await updateDerived(ctx.db, postId, {
    ...searchDocumentOf(post, tree),
    laid_out: signedLayout(ctx, postId, post.content, tree),
    made_by: madeBy(ctx),
  });
}
