import { continuePostEmail } from '#db/queries/post-emails.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import type { DomainContext } from '#domain/context.ts';
import { conflict } from '#domain/errors.ts';
import { inTransaction } from '#domain/transaction.ts';
import { findOpenPostEmail, overMessage } from './find-open-post-email.ts';
import { firstRate } from './send-rate.ts';

/** Goes on with the emails of a post, also after they stopped by themselves. @throws forbidden, not-found, conflict */
export async function continueSending(ctx: DomainContext, postId: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const { email, subject } = await findOpenPostEmail(tx, postId);
    if (!(await continuePostEmail(tx.db, email.id, firstRate))) throw conflict(overMessage);
    await recordActivity(tx.db, ctx, { action: 'post-email-continued', subject });
  });
}
