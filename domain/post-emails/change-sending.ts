import {
  cancelPostEmail,
  continuePostEmail,
  listPostEmails,
  pausePostEmail,
  type PostEmailFigures,
} from '#db/queries/post-emails.ts';
import { findPost } from '#db/queries/posts.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { requirePermission } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { conflict, notFound } from '#domain/errors.ts';
import { assertNewsletterSetup } from '#domain/newsletter/read-newsletter-setup.ts';
import { isId } from '#domain/text/fields.ts';
import { inTransaction } from '#domain/transaction.ts';

/** Holds the emails of a post until they are continued: at most the ones under way still leave. @throws forbidden, not-found, conflict */
export function pauseSending(ctx: DomainContext, postId: string): Promise<void> {
  return changeSending(ctx, postId, 'post-email-paused', (tx, { id }) => pausePostEmail(tx.db, id, null));
}

/** Goes on with the emails of a post, also after they stopped by themselves. @throws forbidden, not-found, conflict, invalid while the set-up holds sending */
export function continueSending(ctx: DomainContext, postId: string): Promise<void> {
  return changeSending(ctx, postId, 'post-email-continued', async (tx, email) => {
    // What held it may hold it still.
    if (email.pause_reason !== null) await assertNewsletterSetup(tx);
    return continuePostEmail(tx.db, email.id);
  });
}

/** Ends the emails of a post: who has not got it by now gets nothing. @throws forbidden, not-found, conflict */
export function cancelSending(ctx: DomainContext, postId: string): Promise<void> {
  return changeSending(ctx, postId, 'post-email-cancelled', (tx, { id }) => cancelPostEmail(tx.db, id));
}

/** @param change returns whether the sending was still open */
async function changeSending(
  ctx: DomainContext,
  postId: string,
  action: 'post-email-paused' | 'post-email-continued' | 'post-email-cancelled',
  change: (tx: DomainContext, email: PostEmailFigures) => Promise<boolean>,
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    requirePermission(tx, 'email-posts');
    const post = isId(postId) ? await findPost(tx.db, postId) : undefined;
    if (!post) throw notFound('Post not found.');
    const [email] = await listPostEmails(tx.db, postId);
    const isOpen = email?.state === 'scheduled' || email?.state === 'sending';
    if (!isOpen || !(await change(tx, email))) throw conflict('Nothing is being sent any more.');
    await recordActivity(tx.db, ctx, { action, subject: { id: postId, label: post.title } });
  });
}
