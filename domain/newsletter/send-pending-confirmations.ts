import { claimUnconfirmed } from '#db/queries/subscribers.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import type { DomainContext } from '#domain/context.ts';
import { invalid } from '#domain/errors.ts';
import { inTransaction } from '#domain/transaction.ts';
import { requirePermission } from '#domain/actor.ts';
import { sendConfirmation } from './send-confirmation.ts';

/** Maximum number of emails for one click. */
const atOnce = 500;

/**
 * Sends a confirmation email to pending subscribers who never got one: they signed up while no email was set up, or were
 * imported. Each gets one, oldest first.
 * @returns the number of emails.
 * @throws forbidden for editors, invalid where no email is set up.
 */
export async function sendPendingConfirmations(ctx: DomainContext): Promise<number> {
  requirePermission(ctx, 'manage-inbox');
  if (!ctx.mail.isSetUp) throw invalid('Email is not set up, so no confirmation can be sent.');
  return inTransaction(ctx, async (tx) => {
    const { db: trx } = tx;
    const subscribers = await claimUnconfirmed(trx, atOnce);
    for (const subscriber of subscribers) await sendConfirmation(tx, subscriber);
    if (subscribers.length > 0) {
      await recordActivity(trx, ctx, { action: 'subscribers-asked', after: { asked: subscribers.length } });
    }
    return subscribers.length;
  });
}
