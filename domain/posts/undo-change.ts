import { z } from 'zod';

import { lockPostsAt, restorePosts } from '#db/queries/chosen-posts.ts';
import { changedFacts } from '#domain/activity/changed-facts.ts';
import { recordActivities, type Activity } from '#domain/activity/record-activity.ts';
import { requirePermission } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { conflict } from '#domain/errors.ts';
import { isId, parseInput } from '#domain/text/fields.ts';
import { inTransaction } from '#domain/transaction.ts';
import { readSettings } from './post-settings.ts';
import { maxPostsAtOnce } from './posts-input.ts';
import { publicationAction, publicationAfterUndo } from './publishing.ts';

const changedPost = z.string().transform((text, check) => {
  const [, id = '', version = ''] = /^([^:]{36}):([1-9]\d{0,8})$/.exec(text) ?? [];
  if (isId(id)) return { id: id.toLowerCase(), version: Number(version) };
  check.addIssue('This page is out of date. Reload it and try again.');
  return z.NEVER;
});

const input = z.object({
  posts: z.array(changedPost).min(1, 'There is nothing to undo.').max(maxPostsAtOnce),
});

/**
 * Undoes an action of the posts list: each post gets back the state, dates, category, author and tags of the version
 * before. A post that was changed since the action, or deleted, stays as it is.
 * @param sent.posts `id:version` of each post after the action
 * @returns number of posts that are as they were before, and of those that stay as they are
 * @throws invalid; conflict when every post was changed since
 */
export async function undoChange(
  ctx: DomainContext,
  sent: unknown,
): Promise<{ undone: number; changedSince: number }> {
  const actor = requirePermission(ctx, 'edit-content');
  const versions = new Map(parseInput(input, sent).posts.map((post) => [post.id, post]));
  return inTransaction(ctx, async ({ db: trx, afterCommit }) => {
    const posts = await lockPostsAt(trx, [...versions.values()]);
    if (posts.length === 0) {
      const message = 'Nothing was undone, because the posts were changed since.';
      throw conflict(versions.size === 1 ? 'The post was changed since, so this cannot be undone.' : message);
    }
    const undone = posts.map((post) => ({ post, was: readSettings(post.settings) }));
    await restorePosts(
      trx,
      actor.userId,
      undone.map(({ post: { id, first_published_at, saved_at }, was }) => {
        const { categoryId, authorId, tagIds } = was;
        const publication = publicationAfterUndo(was, first_published_at, ctx.now());
        return { id, ...publication, categoryId, authorId, tagIds, updatedAt: saved_at };
      }),
    );
    await recordActivities(
      trx,
      ctx,
      undone.map(({ post, was }): Activity => {
        const { published, publishedAt, categoryId, authorId } = was;
        const { id, title, published_at, category_id, author_id } = post;
        return {
          action: post.published === published ? 'post-updated' : publicationAction(was, ctx.now()),
          subject: { id, label: title },
          ...changedFacts(
            { publishedAt: published_at, categoryId: category_id, authorId: author_id },
            { publishedAt, categoryId, authorId },
          ),
        };
      }),
    );
    afterCommit('contentChanged');
    return { undone: posts.length, changedSince: versions.size - posts.length };
  });
}
