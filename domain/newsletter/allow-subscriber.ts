import { allowSubscriber as allowRow } from '#db/queries/subscribers.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { requirePermission } from '#domain/actor.ts';
import type { DomainContext } from '#domain/context.ts';
import { notFound } from '#domain/errors.ts';
import { isId } from '#domain/text/fields.ts';
import { inTransaction } from '#domain/transaction.ts';

/**
 * Makes a subscriber whose emails bounced, or who complained, pending again: emails go on after a confirmation only.
 * @returns the address
 * @throws forbidden for editors, not-found when there is no such subscriber any more
 */
export async function allowSubscriber(ctx: DomainContext, id: string): Promise<string> {
  requirePermission(ctx, 'manage-inbox');
  return inTransaction(ctx, async ({ db: trx }) => {
    const email = isId(id) ? await allowRow(trx, id) : undefined;
    if (email === undefined) throw notFound('This subscriber is not stopped any more.');
    await recordActivity(trx, ctx, { action: 'subscriber-allowed' });
    return email;
  });
}
