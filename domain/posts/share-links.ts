import { findPost } from '#db/queries/posts.ts';
import {
  deleteExpiredShareLinks,
  deleteShareLink,
  findSharedPostId,
  insertShareLink,
  listShareLinks as listShareLinkRows,
} from '#db/queries/share-links.ts';
import { requireActor } from '#domain/actor.ts';
import { createToken, hashToken } from '#domain/auth/one-time-token.ts';
import type { DomainContext } from '#domain/context.ts';
import { invalid, notFound } from '#domain/errors.ts';
import { isId } from '#domain/text/fields.ts';
import { findNewestAsVisitor } from './get-post-preview.ts';
import type { PublicPost } from './post.ts';

const daysOpen = 7;
/** More would be a sign that nobody keeps track of them. */
const mostLinks = 20;

export type ShareLink = { id: string; createdBy: string; expiresAt: Date };

/** What the reader of a link sees: the post as it is public, the same with pending changes, or one that is not public. */
export type SharedPost = PublicPost & { shows: 'published' | 'pending changes' | 'unpublished' };

/** What the reader of a link to this post sees. Pure. */
export function shownByLinks(post: {
  published: boolean;
  scheduled: boolean;
  isAhead: boolean;
}): SharedPost['shows'] {
  if (!post.published || post.scheduled) return 'unpublished';
  return post.isAhead ? 'pending changes' : 'published';
}

/**
 * Lets somebody without an account read a post for a week, published or not. The link ends with the role of its maker.
 * @returns the token, which is told this once: only its hash is stored.
 * @throws not-found, or invalid when the post has too many links.
 */
export async function createShareLink(
  ctx: DomainContext,
  postId: string,
): Promise<{ token: string; expiresAt: Date }> {
  const actor = requireActor(ctx);
  if (!isId(postId) || !(await findPost(ctx.db, postId))) throw notFound('Post not found.');
  await deleteExpiredShareLinks(ctx.db, postId);
  if ((await listShareLinkRows(ctx.db, postId)).length >= mostLinks) {
    throw invalid(`This post has ${mostLinks} links already. Please end one of them first.`);
  }
  const token = createToken();
  const { expires_at } = await insertShareLink(ctx.db, {
    postId,
    createdBy: actor.userId,
    tokenHash: hashToken(token),
    days: daysOpen,
  });
  return { token, expiresAt: expires_at };
}

/** The links that open the post now. */
export async function listShareLinks(ctx: DomainContext, postId: string): Promise<ShareLink[]> {
  requireActor(ctx);
  if (!isId(postId)) return [];
  const rows = await listShareLinkRows(ctx.db, postId);
  return rows.map((row) => ({ id: row.id, createdBy: row.created_by_name, expiresAt: row.expires_at }));
}

/** From now on the link opens nothing. Ending one that has ended is no error. */
export async function endShareLink(ctx: DomainContext, postId: string, id: string): Promise<void> {
  requireActor(ctx);
  if (isId(postId) && isId(id)) await deleteShareLink(ctx.db, postId, id);
}

/** The post that a link opens, as a visitor would see it; null for a link that opens nothing. */
export async function findSharedPost(
  ctx: Pick<DomainContext, 'db' | 'timeZone'>,
  token: string,
): Promise<SharedPost | null> {
  if (!/^[\w-]{32}$/.test(token)) return null;
  const id = await findSharedPostId(ctx.db, hashToken(token));
  const found = id === undefined ? null : await findNewestAsVisitor(ctx, id);
  if (!found) return null;
  return { ...found.post, shows: shownByLinks(found) };
}
