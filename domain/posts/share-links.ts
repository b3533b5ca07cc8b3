import { findPost, lockPost } from '#db/queries/posts.ts';
import {
  deleteExpiredShareLinks,
  deleteShareLink,
  findShareLink,
  insertShareLink,
  listShareLinkRows,
} from '#db/queries/share-links.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { inTransaction, requirePermission, type Core } from '#domain/core/context.ts';
import { createToken, hashToken } from '#domain/core/secrets.ts';
import { invalid, notFound } from '#domain/core/errors.ts';
import { kinds } from '#domain/core/kinds.ts';
import { can } from '#domain/core/permissions.ts';
import { isId } from '#domain/fields/fields.ts';
import { findNewestState } from './newest-state.ts';
import type { PublicPost } from './post.ts';
import { presentPost } from './presenting.ts';

const daysOpen = 7;
/** More links than this are hard to keep track of. */
const maxLinks = 20;

/**
 * Creates a link that shows a post, published or not, to a visitor without an account for a week. It ends earlier when its
 * creator loses the right to edit posts.
 * @returns the token, which cannot be read again: only its hash is stored
 * @throws not-found, or invalid when the post has too many links
 */
export async function createShareLink(
  ctx: Core,
  postId: string,
): Promise<{ token: string; expiresAt: Date }> {
  const actor = requirePermission(ctx, 'edit-content');
  return inTransaction(ctx, async ({ db: trx }) => {
    const post = isId(postId) ? await lockPost(trx, postId) : undefined;
    if (!post) throw notFound('Post not found.');
    await deleteExpiredShareLinks(trx, postId);
    if ((await listShareLinkRows(trx, postId)).length >= maxLinks) {
      const { noun } = kinds[post.kind];
      throw invalid(`This ${noun} has ${maxLinks} links already. Please end one of them first.`);
    }
    const token = createToken();
    const link = { postId, createdBy: actor.userId, tokenHash: hashToken(token), days: daysOpen };
    const { expires_at } = await insertShareLink(trx, link);
    const subject = { id: postId, label: post.title };
    await recordActivity(trx, ctx, { action: 'share-link-created', subject });
    return { token, expiresAt: expires_at };
  });
}

export type ShareLink = { id: string; createdBy: string; expiresAt: Date };

export async function listShareLinks(ctx: Core, postId: string): Promise<ShareLink[]> {
  requirePermission(ctx, 'edit-content');
  if (!isId(postId)) return [];
  return listShareLinkRows(ctx.db, postId);
}

/** Deletes a link, so that it shows nothing from now on. No error when it was deleted before. */
export async function endShareLink(ctx: Core, postId: string, id: string): Promise<void> {
  requirePermission(ctx, 'edit-content');
  await inTransaction(ctx, async ({ db: trx }) => {
    const post = isId(postId) && isId(id) ? await findPost(trx, postId) : undefined;
    if (!post || !(await deleteShareLink(trx, postId, id))) return;
    const subject = { id: postId, label: post.title };
    await recordActivity(trx, ctx, { action: 'share-link-ended', subject });
  });
}

/** The state of a post that a share link shows. */
type SharedState = 'published' | 'pending changes' | 'unpublished';

/** The state of this post that its share links show. Pure. */
export function shownByLinks(post: {
  published: boolean;
  scheduled: boolean;
  hasPendingChanges: boolean;
}): SharedState {
  if (!post.published || post.scheduled) return 'unpublished';
  return post.hasPendingChanges ? 'pending changes' : 'published';
}

export type SharedPost = PublicPost & { shows: SharedState };

/** The post that a share link shows, as its public page would show it; null for a link that is not valid. */
export async function findSharedPost(
  ctx: Pick<Core, 'db' | 'timeZone'>,
  token: string,
): Promise<SharedPost | null> {
  if (!/^[\w-]{32}$/.test(token)) return null;
  const link = await findShareLink(ctx.db, hashToken(token));
  if (!link || !can(link, 'edit-content')) return null;
  const found = await findNewestState(ctx.db, link.postId);
  if (!found) return null;
  const { row, hasPendingChanges } = found;
  return { ...presentPost(row, ctx.timeZone), shows: shownByLinks({ ...row, hasPendingChanges }) };
}
