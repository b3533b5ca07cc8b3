import { pausePostEmail } from '#db/queries/post-emails.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import type { DomainContext } from '#domain/context.ts';
import { conflict } from '#domain/errors.ts';
import { inTransaction } from '#domain/transaction.ts';
import { findOpenPostEmail, overMessage } from './find-open-post-email.ts';

/** Holds the emails of a post until they are continued: at most the ones under way still leave. @throws forbidden, not-found, conflict */
export async function pauseSending(ctx: DomainContext, postId: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const { email, subject } = await findOpenPostEmail(tx, postId);
    if (!(await pausePostEmail(tx.db, email.id, null))) throw conflict(overMessage);
    await recordActivity(tx.db, ctx, { action: 'post-email-paused', subject });
  });
}
