import { findPost } from '#db/queries/posts.ts';
import { deleteExpiredShareLinks, insertShareLink, listShareLinkRows } from '#db/queries/share-links.ts';
import { requirePermission } from '#domain/actor.ts';
import { createToken, hashToken } from '#domain/accounts/secrets.ts';
import type { DomainContext } from '#domain/context.ts';
import { invalid, notFound } from '#domain/errors.ts';
import { isId } from '#domain/text/fields.ts';

const daysOpen = 7;
/** More links than this are hard to keep track of. */
const maxLinks = 20;

/**
 * Creates a link that shows a post, published or not, to a visitor without an account for a week. It ends earlier when its
 * creator loses the admin role.
 * @returns the token, which cannot be read again: only its hash is stored
 * @throws not-found, or invalid when the post has too many links
 */
export async function createShareLink(
  ctx: DomainContext,
  postId: string,
): Promise<{ token: string; expiresAt: Date }> {
  const actor = requirePermission(ctx, 'edit-content');
  if (!isId(postId) || !(await findPost(ctx.db, postId))) throw notFound('Post not found.');
  await deleteExpiredShareLinks(ctx.db, postId);
  if ((await listShareLinkRows(ctx.db, postId)).length >= maxLinks) {
    throw invalid(`This post has ${maxLinks} links already. Please end one of them first.`);
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
