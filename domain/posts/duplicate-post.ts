import { z } from 'zod';

import { copyPost, findPostTitle } from '#db/queries/chosen-posts.ts';
import { deleteSlugRedirect } from '#db/queries/managed-terms.ts';
import { findPostByCreationKey } from '#db/queries/posts.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { requirePermission } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { notFound } from '#domain/errors.ts';
import { indexPost } from '#domain/search/index-post.ts';
import { isId, parseInput } from '#domain/fields/fields.ts';
import { firstFree, slugCandidates } from '#domain/fields/slug-candidates.ts';
import { inTransaction } from '#domain/transaction.ts';
import { copyTitle } from './copy-title.ts';
import { copiedColumns } from './post-fields.ts';

const input = z.object({
  id: z.string(),
  /** Idempotency key: a repeated request finds the copy and creates no second one. */
  creationKey: z.string().refine(isId, 'Please try again.'),
});

/**
 * Copies a post into a new draft of the actor: its content, its tags and its fields but those that `postFields` calls its own.
 * @throws invalid, not-found.
 */
export async function duplicatePost(
  ctx: DomainContext,
  sent: unknown,
): Promise<{ id: string; title: string }> {
  const actor = requirePermission(ctx, 'edit-content');
  const { id, creationKey } = parseInput(input, sent);
  if (!isId(id)) throw notFound('Post not found.');
  return inTransaction(ctx, async ({ db: trx, afterCommit }) => {
    const original = await findPostTitle(trx, id);
    if (original === undefined) throw notFound('Post not found.');
    const title = copyTitle(original);
    return firstFree(slugCandidates(null, title), async (slug) => {
      const made = await copyPost(trx, id, {
        title,
        slug,
        creationKey,
        authorId: actor.userId,
        columns: copiedColumns,
      });
      if (!made) {
        const earlier = await findPostByCreationKey(trx, creationKey);
        return earlier && { id: earlier.id, title };
      }
      await deleteSlugRedirect(trx, 'post', slug);
      await indexPost(trx, made.id, made);
      await recordActivity(trx, ctx, { action: 'post-created', subject: { id: made.id, label: title } });
      afterCommit('contentChanged');
      return { id: made.id, title };
    });
  });
}
