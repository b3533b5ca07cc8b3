import { repeatDelivery } from '#db/queries/webhooks.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { inTransaction, requirePermission, type Core } from '#domain/core/context.ts';
import { notFound } from '#domain/core/errors.ts';
import { isId } from '#domain/fields/fields.ts';
import { hostOf } from './webhook-input.ts';

/** Sends an event again with the id that it had. One that is being sent stays as it is. @throws forbidden, not-found */
export async function sendEventAgain(ctx: Core, id: string): Promise<void> {
  requirePermission(ctx, 'manage-webhooks');
  await inTransaction(ctx, async (tx) => {
    const sent = isId(id) ? await repeatDelivery(tx.db, id) : undefined;
    if (!sent) throw notFound('This delivery no longer exists, or is being sent now.');
    const subject = { id, label: hostOf(sent.url) };
    await recordActivity(tx.db, ctx, { action: 'webhook-sent-again', subject, after: { events: sent.type } });
    tx.afterCommit('jobAdded');
  });
}
