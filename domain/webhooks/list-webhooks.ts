import { listWebhookDeliveries, listWebhookRows, type WebhookDelivery } from '#db/queries/webhooks.ts';
import { requirePermission, type Core } from '#domain/core/context.ts';
import { readPage } from '#domain/core/paging.ts';

const deliveriesPerPage = 50;

export type DeliveryState = 'delivered' | 'waiting' | 'retrying' | 'failed';

/** All webhooks, and a page of their deliveries of the last days. @throws forbidden */
export async function listWebhooks(ctx: Core, query: { isFailed: boolean; page: number }) {
  requirePermission(ctx, 'manage-webhooks');
  const webhooks = await listWebhookRows(ctx.db);
  const { rows, ...list } = await readPage(query.page, deliveriesPerPage, (window) =>
    listWebhookDeliveries(ctx.db, query.isFailed, window),
  );
  return { webhooks, items: rows.map((row) => ({ ...row, state: deliveryState(row) })), ...list };
}

function deliveryState({ doneAt, givenUpAt, failure }: WebhookDelivery): DeliveryState {
  if (doneAt !== null) return 'delivered';
  if (givenUpAt !== null) return 'failed';
  return failure === null ? 'waiting' : 'retrying';
}
