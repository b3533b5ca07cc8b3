import { cancelPostEmail } from '#db/queries/post-emails.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import type { DomainContext } from '#domain/context.ts';
import { conflict } from '#domain/errors.ts';
import { inTransaction } from '#domain/transaction.ts';
import { findOpenPostEmail, overMessage } from './find-open-post-email.ts';

/** Ends the emails of a post: who has not got it by now gets nothing. @throws forbidden, not-found, conflict */
export async function cancelSending(ctx: DomainContext, postId: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const { email, subject } = await findOpenPostEmail(tx, postId);
    if (!(await cancelPostEmail(tx.db, email.id))) throw conflict(overMessage);
    await recordActivity(tx.db, ctx, { action: 'post-email-cancelled', subject });
  });
}
