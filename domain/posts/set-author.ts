import { z } from 'zod';

import { lockPosts, setReference } from '#db/queries/chosen-posts.ts';
import { findAuthor } from '#db/queries/profiles.ts';
import { recordActivities } from '#domain/activity/record-activity.ts';
import { requirePermission } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { isId, parseInput } from '#domain/text/fields.ts';
import { inTransaction } from '#domain/transaction.ts';
import { assertReferencesExist } from './assert-references-exist.ts';
import { assertAllFound, changedPosts, possibleIds, postIds, type ChangedPost } from './posts-input.ts';
import { authorLabel } from './presenting.ts';

const input = z.object({
  ids: postIds,
  authorId: z.string({ error: 'Please choose an author.' }).refine(isId, 'Please choose an author.'),
});

/**
 * Makes an administrator the author of posts, of all of them or none.
 * @returns number of posts, those that had another author, and the author's name
 * @throws invalid, also when the author is no longer an administrator; not-found or conflict when a post was deleted
 */
export async function setAuthor(
  ctx: DomainContext,
  sent: unknown,
): Promise<{ posts: number; changed: ChangedPost[]; author: string }> {
  const actor = requirePermission(ctx, 'edit-content');
  const { ids: wanted, authorId } = parseInput(input, sent);
  return inTransaction(ctx, async ({ db: trx, afterCommit }) => {
    const posts = await lockPosts(trx, possibleIds(wanted));
    assertAllFound(wanted, posts);
    await assertReferencesExist(trx, { categoryId: null, authorId });
    const author = await findAuthor(trx, authorId);
    const given = posts.filter((post) => post.author_id !== authorId);
    const ids = given.map(({ id }) => id);
    await setReference(trx, actor.userId, ids, 'author_id', { value: authorId, updatedAt: ctx.now() });
    await recordActivities(
      trx,
      ctx,
      given.map((post) => ({
        action: 'post-updated',
        subject: { id: post.id, label: post.title },
        before: { authorId: post.author_id },
        after: { authorId },
      })),
    );
    if (given.length > 0) afterCommit('contentChanged');
    return {
      posts: posts.length,
      changed: changedPosts(given),
      author: author ? authorLabel(author) : 'Unknown',
    };
  });
}
