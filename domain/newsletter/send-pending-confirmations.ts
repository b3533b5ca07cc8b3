import { claimUnconfirmed } from '#db/queries/subscribers.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import type { DomainContext } from '#domain/context.ts';
import { invalid } from '#domain/errors.ts';
import { inTransaction } from '#domain/transaction.ts';
import { requirePermission } from '#domain/actor.ts';
import { sendConfirmation } from './send-confirmation.ts';

/** Letters that one press promises at most. */
const atOnce = 500;

/**
 * Asks those who are pending and were never asked: they signed up while no email was set up, or came from a file. Each
 * is asked once, oldest first.
 * @returns how many letters were promised.
 * @throws forbidden for editors, invalid where no email is set up.
 */
export async function sendPendingConfirmations(ctx: DomainContext): Promise<number> {
  requirePermission(ctx, 'manage-inbox');
  if (!ctx.mail.isSetUp) throw invalid('No email is set up: nobody can be asked.');
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
