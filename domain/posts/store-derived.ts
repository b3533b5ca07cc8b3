import { updateDerived } from '#db/queries/search.ts';
import type { Core, Secrets } from '#domain/core/context.ts';
import type { CleanHtml } from '#domain/html/html.ts';
import { derive, type Derived, type TextWork } from '#domain/text-work/text-work.ts';
import { untitled } from './post-fields.ts';
import type { CheckedPost } from './post-state.ts';
import { madeBy, signedLayout } from './post-layout.ts';

/** Everything that follows from the words of a post, before the transaction that saves it. @throws as `workOnText` */
export function derivePost(ctx: TextWork, post: CheckedPost): Promise<Derived> {
  const { title, excerpt, language, content: html, published: isPublic } = post;
  return derive(ctx, { title: title || untitled, excerpt, language, html, isPublic });
}

/** Stores what follows from the words of a post, in the transaction that saves it: its words in the search index and the layout of its body. */
export async function storeDerived(
  ctx: Pick<Core, 'db'> & Secrets,
  postId: string,
  content: CleanHtml,
  { layout, ...searched }: Derived,
): Promise<void> {
  await updateDerived(ctx.db, postId, {
    ...searched,
    laid_out: signedLayout(ctx, postId, content, layout),
    made_by: madeBy(ctx),
  });
}
