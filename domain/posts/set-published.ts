import { lockPost, updatePost } from '#db/queries/posts.ts';
import { inTransaction } from '#db/transaction.ts';
import { requireActor } from '#domain/auth/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { notFound } from '#domain/errors.ts';
import { isId } from '#domain/text/fields.ts';
import { decideToggle } from './publishing.ts';

/**
 * Publishes or unpublishes from the list: the wanted state, never "the other one", so that two clicks agree.
 * @throws not-found.
 */
export async function setPublished(
  ctx: DomainContext,
  { id, published }: { id: string; published: boolean },
): Promise<{ title: string }> {
  requireActor(ctx);
  if (!isId(id)) throw notFound('Post not found.');
  const title = await inTransaction(ctx.db, async (trx) => {
    const post = await lockPost(trx, id);
    if (!post) throw notFound('Post not found.');
    const before = {
      published: post.published,
      publishedAt: post.published_at,
      firstPublishedAt: post.first_published_at,
    };
    const after = decideToggle(published, before, ctx.now());
    if (after !== before) {
      await updatePost(trx, id, {
        published: after.published,
        published_at: after.publishedAt,
        first_published_at: after.firstPublishedAt,
        updated_at: ctx.now(),
      });
    }
    return post.title;
  });
  ctx.contentChanged();
  return { title };
}
