import { insertDelivery, lockWebhook } from '#db/queries/webhooks.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { inTransaction, requirePermission, type Core } from '#domain/core/context.ts';
import { notFound } from '#domain/core/errors.ts';
import { isId } from '#domain/fields/fields.ts';
import { testEvent } from './events.ts';
import { hostOf } from './webhook-input.ts';

/** Sends an event without a subject to a webhook, also to one that has ended. @throws forbidden, not-found */
export async function sendTestEvent(ctx: Core, id: string): Promise<void> {
  requirePermission(ctx, 'manage-webhooks');
  await inTransaction(ctx, async (tx) => {
    const webhook = isId(id) ? await lockWebhook(tx.db, id) : undefined;
    if (!webhook) throw notFound('This webhook no longer exists.');
    await insertDelivery(tx.db, id, { type: testEvent, subjectId: null });
    const subject = { id, label: hostOf(webhook.url) };
    await recordActivity(tx.db, ctx, { action: 'webhook-tested', subject });
    tx.afterCommit('jobAdded');
  });
}
