import { listPostEmails, type PostEmailFigures } from '#db/queries/post-emails.ts';
import { findPost } from '#db/queries/posts.ts';
import { requirePermission } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { conflict, notFound } from '#domain/errors.ts';
import { isId } from '#domain/text/fields.ts';

/**
 * The sending of a post that waits, runs or is paused: what a person can change.
 * @throws forbidden for editors, not-found, conflict when there is none any more
 */
export async function findOpenPostEmail(
  ctx: Pick<DomainContext, 'db' | 'actor'>,
  postId: string,
): Promise<{ email: PostEmailFigures; subject: { id: string; label: string } }> {
  requirePermission(ctx, 'email-posts');
  const post = isId(postId) ? await findPost(ctx.db, postId) : undefined;
  if (!post) throw notFound('Post not found.');
  const [email] = await listPostEmails(ctx.db, postId);
  if (!email || (email.state !== 'scheduled' && email.state !== 'sending')) throw conflict(overMessage);
  return { email, subject: { id: postId, label: post.title } };
}

export const overMessage = 'Nothing is being sent any more.';
