import { lockDuePostEmail, pausePostEmail, startPostEmail } from '#db/queries/post-emails.ts';
import { findPostForPreview } from '#db/queries/posts.ts';
import { inTransaction, type Core, type Secrets, type SiteOrigin } from '#domain/core/context.ts';
import type { Newsletter } from '#domain/newsletter/newsletter-setup.ts';
import { bodyTree } from '#domain/posts/post-layout.ts';
import { presentPost } from '#domain/posts/presenting.ts';
import { composePostEmail } from './compose-post-email.ts';
import { senderOf } from './get-post-emails.ts';

type Context = Pick<Core, 'db' | 'timeZone'> & SiteOrigin & Secrets & Newsletter;

/**
 * Starts every sending whose time has come: its email is made from the post and kept, and every recipient gets a row. One
 * that cannot be sent is paused, with the reason.
 */
export async function startDuePostEmails(ctx: Context): Promise<void> {
  while (await inTransaction(ctx, startNext)) {
    // The next one.
  }
}

async function startNext(ctx: Context): Promise<boolean> {
  const due = await lockDuePostEmail(ctx.db, ctx.newsletter.isWeekly);
  if (!due) return false;
  const row = await findPostForPreview(ctx.db, due.post_id);
  const sender = await senderOf(ctx);
  if (!row || sender.missing.length > 0) {
    await pausePostEmail(ctx.db, due.id, `Missing: ${sender.missing.join(', ')}.`);
  } else {
    const post = presentPost(row, ctx.timeZone);
    const mail = composePostEmail(post, bodyTree(ctx, post), sender, due);
    await startPostEmail(ctx.db, due.id, mail);
  }
  return true;
}
