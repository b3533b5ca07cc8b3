import { deletePost as deletePostRow, lockPost, rememberFormerSlug } from '#db/queries/posts.ts';
import { holdViewCounting } from '#db/queries/views.ts';
import { inTransaction } from '#db/transaction.ts';
import { requireActor } from '#domain/auth/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { notFound } from '#domain/errors.ts';
import { isId } from '#domain/text/fields.ts';

/**
 * Deletes a post for good, with its links and metrics. An address that visitors may know answers "gone" from now on.
 * @throws not-found.
 */
export async function deletePost(ctx: DomainContext, id: string): Promise<{ title: string }> {
  requireActor(ctx);
  if (!isId(id)) throw notFound('Post not found.');
  const title = await inTransaction(ctx.db, async (trx) => {
    await holdViewCounting(trx);
    const post = await lockPost(trx, id);
    if (!post) throw notFound('Post not found.');
    if (post.first_published_at !== null && post.first_published_at <= ctx.now())
      await rememberFormerSlug(trx, post.slug, post.id);
    await deletePostRow(trx, id);
    return post.title;
  });
  ctx.contentChanged();
  return { title };
}
