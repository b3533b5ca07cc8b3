import { deleteWebhook as deleteRow, lockWebhook } from '#db/queries/webhooks.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import { inTransaction, requirePermission, type Core } from '#domain/core/context.ts';
import { notFound } from '#domain/core/errors.ts';
import { isId } from '#domain/fields/fields.ts';
import { factsOf, hostOf } from './webhook-input.ts';

/** Deletes a webhook with its deliveries; what waits is not sent. @throws forbidden, not-found */
export async function deleteWebhook(ctx: Core, id: string): Promise<void> {
  requirePermission(ctx, 'manage-webhooks');
  await inTransaction(ctx, async ({ db: trx }) => {
    const webhook = isId(id) ? await lockWebhook(trx, id) : undefined;
    if (!webhook) throw notFound('This webhook no longer exists.');
    await deleteRow(trx, id);
    const subject = { id, label: hostOf(webhook.url) };
    await recordActivity(trx, ctx, { action: 'webhook-deleted', subject, before: factsOf(webhook) });
  });
}
