import { z } from 'zod';

import { listTagsOfPosts, lockPosts, setTagsOfPosts } from '#db/queries/chosen-posts.ts';
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
    const before = await listTagsOfPosts(trx, ids);
    const changes = posts.flatMap((post) => {
      const had = before.get(post.id) ?? [];
      const has = changedTags(had, tagIds, way);
      return has.length === had.length ? [] : [{ post, had, has }];
    });
    const overfull = changes.find(({ has }) => has.length > postLimits.tags);
    if (overfull) {
      throw invalidTags(
        `A post can have at most ${postLimits.tags} tags: "${overfull.post.title}" has too many.`,
      );
    }
    const updatedAt = ctx.now();
    await setTagsOfPosts(
      trx,
      actor.userId,
      changes.map(({ post, has }) => ({ id: post.id, tagIds: has, updatedAt })),
    );
    await recordActivities(
      trx,
      ctx,
      changes.map(({ post, had, has }) => ({
        action: 'post-updated',
        subject: { id: post.id, label: post.title },
        before: { tags: had.length },
        after: { tags: has.length },
      })),
    );
    if (changes.length > 0) afterCommit('contentChanged');
    return { posts: posts.length, changed: changedPosts(changes.map(({ post }) => post)), tags };
  });
}

/** The tags of a post after some were added or removed. Pure. */
export function changedTags(
  had: readonly string[],
  tagIds: readonly string[],
  way: 'add' | 'remove',
): string[] {
  return way === 'add' ? [...new Set([...had, ...tagIds])] : had.filter((id) => !tagIds.includes(id));
}

function invalidTags(message: string) {
  return invalid(message, { tagIds: message });
}
