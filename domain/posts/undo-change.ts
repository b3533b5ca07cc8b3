import { z } from 'zod';

import {
  listSettingsAt,
  listTagsOfPosts,
  lockPosts,
  setPublications,
  setReferences,
  setTagsOfPosts,
  type LockedPostRow,
} from '#db/queries/chosen-posts.ts';
import { listExistingReferences } from '#db/queries/terms.ts';
import type { Database } from '#db/client.ts';
import { recordActivities, type Activity } from '#domain/activity/record-activity.ts';
import { requirePermission } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { conflict } from '#domain/errors.ts';
import { isId, parseInput } from '#domain/text/fields.ts';
import { inTransaction } from '#domain/transaction.ts';
import { readSettings } from './post-settings.ts';
import type { PostSettings } from './post.ts';
import { maxPostsAtOnce } from './posts-input.ts';
import { publicationAfterUndo } from './publishing.ts';

const changedPost = z.string().transform((text, check) => {
  const [, id = '', version = ''] = /^([^:]{36}):([1-9]\d{0,8})$/.exec(text) ?? [];
  if (isId(id)) return { id: id.toLowerCase(), version: Number(version) };
  check.addIssue('This page is out of date. Reload it and try again.');
  return z.NEVER;
});

const input = z.object({
  /** What the action to undo had changed. */
  what: z.enum(['published', 'category', 'author', 'tags'], { error: 'This cannot be undone.' }),
  posts: z.array(changedPost).min(1, 'There is nothing to undo.').max(maxPostsAtOnce),
});

export type Undoable = z.output<typeof input>['what'];

/** A post as it is and as it was before the action, with the time of its last edit then. */
type Undone = { post: LockedPostRow; was: PostSettings; updatedAt: Date };

/**
 * Undoes an action of the posts list: each post gets back what it had in the version before. A post that was changed since
 * the action, or deleted, stays as it is.
 * @param sent.posts `id:version` of each post after the action
 * @returns number of posts that are as they were before, and of those that stay as they are
 * @throws invalid; conflict when every post was changed since
 */
export async function undoChange(
  ctx: DomainContext,
  sent: unknown,
): Promise<{ undone: number; changedSince: number }> {
  const actor = requirePermission(ctx, 'edit-content');
  const { what, posts: sentPosts } = parseInput(input, sent);
  const versions = new Map(sentPosts.map(({ id, version }) => [id, version]));
  return inTransaction(ctx, async ({ db: trx, afterCommit }) => {
    const locked = await lockPosts(trx, [...versions.keys()]);
    const unchanged = locked.filter(({ id, version }) => versions.get(id) === version);
    const undone = await findEarlier(trx, unchanged);
    const activities = await restore[what](trx, actor.userId, undone, ctx.now());
    if (activities.length === 0) {
      const message = 'Nothing was undone, because the posts were changed since.';
      throw conflict(versions.size === 1 ? 'The post was changed since, so this cannot be undone.' : message);
    }
    await recordActivities(trx, ctx, activities);
    afterCommit('contentChanged');
    return { undone: activities.length, changedSince: versions.size - activities.length };
  });
}

async function findEarlier(trx: Database, posts: readonly LockedPostRow[]): Promise<Undone[]> {
  const rows = await listSettingsAt(
    trx,
    posts.map(({ id, version }) => ({ id, version: version - 1 })),
  );
  const earlier = new Map(rows.map(({ post_id, ...row }) => [post_id, row]));
  return posts.flatMap((post) => {
    const row = earlier.get(post.id);
    return row ? [{ post, was: readSettings(row.settings), updatedAt: row.saved_at }] : [];
  });
}

/** Writes the earlier values. @returns the entry of the activity log for each post that got them back */
type Restore = (trx: Database, by: string, undone: readonly Undone[], now: Date) => Promise<Activity[]>;

const restore: Record<Undoable, Restore> = {
  published: async (trx, by, undone, now) => {
    await setPublications(
      trx,
      by,
      undone.map(({ post, was }) => ({
        id: post.id,
        ...publicationAfterUndo(was, post.first_published_at, now),
      })),
    );
    return undone.map(({ post, was }) => ({
      action: was.published ? 'post-published' : 'post-unpublished',
      subject: { id: post.id, label: post.title },
      before: { publishedAt: post.published_at },
      after: { publishedAt: was.publishedAt },
    }));
  },
  category: (trx, by, undone) => restoreReferences(trx, by, undone, 'category_id', 'categoryId'),
  author: (trx, by, undone) => restoreReferences(trx, by, undone, 'author_id', 'authorId'),
  tags: async (trx, by, undone) => {
    const before = await listTagsOfPosts(
      trx,
      undone.map(({ post }) => post.id),
    );
    await setTagsOfPosts(
      trx,
      by,
      undone.map(({ post, was, updatedAt }) => ({ id: post.id, tagIds: was.tagIds, updatedAt })),
    );
    return undone.map(({ post, was }) => ({
      action: 'post-updated',
      subject: { id: post.id, label: post.title },
      before: { tags: before.get(post.id)?.length ?? 0 },
      after: { tags: was.tagIds.length },
    }));
  },
};

/** A post whose earlier category or author was deleted since stays as it is. */
async function restoreReferences(
  trx: Database,
  by: string,
  undone: readonly Undone[],
  column: 'category_id' | 'author_id',
  field: 'categoryId' | 'authorId',
): Promise<Activity[]> {
  const wanted = [...new Set(undone.flatMap(({ was }) => was[field] ?? []))];
  const existing = await listExistingReferences(trx, column, wanted);
  const possible = undone.filter(({ was }) => was[field] === null || existing.has(was[field]));
  await setReferences(
    trx,
    by,
    column,
    possible.map(({ post, was, updatedAt }) => ({ id: post.id, value: was[field], updatedAt })),
  );
  return possible.map(({ post, was }) => ({
    action: 'post-updated',
    subject: { id: post.id, label: post.title },
    before: { [field]: post[column] },
    after: { [field]: was[field] },
  }));
}
