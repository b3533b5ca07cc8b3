import { z } from 'zod';

import { lockPosts, setReference } from '#db/queries/chosen-posts.ts';
import { findCategory } from '#db/queries/terms.ts';
import { recordActivities } from '#domain/activity/record-activity.ts';
import { requirePermission } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { invalid } from '#domain/errors.ts';
import { isId, parseInput } from '#domain/text/fields.ts';
import { inTransaction } from '#domain/transaction.ts';
import { assertAllFound, changedPosts, possibleIds, postIds, type ChangedPost } from './posts-input.ts';

const input = z.object({
  ids: postIds,
  /** '' for no category. */
  categoryId: z
    .union([z.literal(''), z.string().refine(isId)], { error: 'Please choose a category.' })
    .transform((id) => id || null),
});

/**
 * Assigns posts to a category or to none, all of them or none of them.
 * @returns number of posts, those that had another category, and the category's name
 * @throws invalid, also when the category was deleted; not-found or conflict when a post was
 */
export async function setCategory(
  ctx: DomainContext,
  sent: unknown,
): Promise<{ posts: number; changed: ChangedPost[]; category: string | null }> {
  const actor = requirePermission(ctx, 'edit-content');
  const { ids: wanted, categoryId } = parseInput(input, sent);
  return inTransaction(ctx, async ({ db: trx, afterCommit }) => {
    const posts = await lockPosts(trx, possibleIds(wanted));
    assertAllFound(wanted, posts);
    const category = categoryId === null ? null : await findCategory(trx, categoryId);
    if (category === undefined) {
      const message = 'The chosen category no longer exists. Please choose another one.';
      throw invalid(message, { categoryId: message });
    }
    const moved = posts.filter((post) => post.category_id !== categoryId);
    const ids = moved.map(({ id }) => id);
    await setReference(trx, actor.userId, ids, 'category_id', { value: categoryId, updatedAt: ctx.now() });
    await recordActivities(
      trx,
      ctx,
      moved.map((post) => ({
        action: 'post-updated',
        subject: { id: post.id, label: post.title },
        before: { categoryId: post.category_id },
        after: { categoryId },
      })),
    );
    if (moved.length > 0) afterCommit('contentChanged');
    return { posts: posts.length, changed: changedPosts(moved), category: category?.name ?? null };
  });
}
