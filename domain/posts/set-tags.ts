import { z } from 'zod';

import { changeTagsOfPosts, countTagsOfPosts, lockPosts } from '#db/queries/chosen-posts.ts';
import { listTagNames } from '#db/queries/terms.ts';
import { recordActivities } from '#domain/activity/record-activity.ts';
import { requirePermission } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { invalid } from '#domain/errors.ts';
import { isId, parseInput } from '#domain/text/fields.ts';
import { inTransaction } from '#domain/transaction.ts';
import { postLimits } from './post-input.ts';
import { assertAllFound, changedPosts, possibleIds, postIds, type ChangedPost } from './posts-input.ts';

const input = z.object({
  ids: postIds,
  tagIds: z
    .array(z.string().refine(isId, 'Please choose from the list.'))
    .min(1, 'Please choose at least one tag.')
    .max(postLimits.tags, `At most ${postLimits.tags} tags can be chosen at once.`)
    .transform((ids) => [...new Set(ids.map((id) => id.toLowerCase()))]),
  way: z.enum(['add', 'remove'], { error: 'Please say whether to add or to remove the tags.' }),
});

/**
 * Adds tags to posts or removes them, for all of the posts or none.
 * @returns number of posts, those whose tags changed, and the names of the tags
 * @throws invalid, also when a tag was deleted or a post would get too many; not-found or conflict when a post was deleted
 */
export async function setTags(
  ctx: DomainContext,
  sent: unknown,
): Promise<{ posts: number; changed: ChangedPost[]; tags: string[] }> {
  const actor = requirePermission(ctx, 'edit-content');
  const { ids, tagIds, way } = parseInput(input, sent);
  return inTransaction(ctx, async ({ db: trx, afterCommit }) => {
    const posts = await lockPosts(trx, possibleIds(ids));
    assertAllFound(ids, posts);
    const tags = await listTagNames(trx, tagIds);
    if (tags.length < tagIds.length) throw invalidTags('A chosen tag no longer exists. Please choose again.');
    const counts = await countTagsOfPosts(trx, ids, tagIds);
    const changes = posts.flatMap((post) => {
      const { all: before, ofThese } = counts.get(post.id) ?? { all: 0, ofThese: 0 };
      const after = way === 'add' ? before + tagIds.length - ofThese : before - ofThese;
      return after === before ? [] : [{ post, before, after }];
    });
    const overfull = changes.find(({ after }) => after > postLimits.tags);
    if (overfull) {
      throw invalidTags(
        `A post can have at most ${postLimits.tags} tags: "${overfull.post.title}" has too many.`,
      );
    }
    const changed = changes.map(({ post }) => post);
    await changeTagsOfPosts(
      trx,
      actor.userId,
      changed.map(({ id }) => id),
      { tagIds, way, updatedAt: ctx.now() },
    );
    await recordActivities(
      trx,
      ctx,
      changes.map(({ post, before, after }) => ({
        action: 'post-updated',
        subject: { id: post.id, label: post.title },
        before: { tags: before },
        after: { tags: after },
      })),
    );
    if (changes.length > 0) afterCommit('contentChanged');
    return { posts: posts.length, changed: changedPosts(changed), tags };
  });
}

function invalidTags(message: string) {
  return invalid(message, { tagIds: message });
}
