import type { z } from 'zod';

import { lockPosts, type LockedPostRow } from '#db/queries/chosen-posts.ts';
import { recordActivities, type Activity } from '#domain/activity/record-activity.ts';
import { requirePermission } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { isId, parseInput } from '#domain/text/fields.ts';
import { inTransaction, type InTransaction } from '#domain/transaction.ts';
import { assertAllFound } from './posts-input.ts';

/** A post after an action, by which undoing the action finds out whether it was changed since. */
export type ChangedPost = { id: string; version: number };

/** Stores a change of posts. Its `changes` are recorded: those that were in another state before. */
type Change<Input, More> = (
  tx: InTransaction<DomainContext>,
  posts: LockedPostRow[],
  input: Input,
  by: string,
) => Promise<{ changes: ({ post: LockedPostRow } & Pick<Activity, 'action' | 'before' | 'after'>)[] } & More>;

/**
 * Changes posts that were chosen on the list, all of them or none.
 * @throws forbidden; invalid; not-found or conflict when a post was deleted
 */
export async function changePosts<Input extends { ids: string[] }, More>(
  ctx: DomainContext,
  schema: z.ZodType<Input>,
  sent: unknown,
  change: Change<Input, More>,
) {
  const { userId } = requirePermission(ctx, 'edit-content');
  const input = parseInput(schema, sent);
  return inTransaction(ctx, async (tx) => {
    // PostgreSQL refuses ids that are not well formed.
    const posts = await lockPosts(tx.db, input.ids.filter(isId));
    assertAllFound(input.ids, posts);
    const { changes, ...more } = await change(tx, posts, input, userId);
    const activities = changes.map(({ post: { id, title }, action, before, after }) => {
      return { action, subject: { id, label: title }, before, after };
    });
    await recordActivities(tx.db, ctx, activities);
    if (changes.length > 0) tx.afterCommit('contentChanged');
    const changed = changes.map(({ post: { id, version } }): ChangedPost => ({ id, version: version + 1 }));
    return { posts: posts.length, changed, ...more };
  });
}
