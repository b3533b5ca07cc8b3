import { randomUUID } from 'node:crypto';

import { insertWebhook, lockWebhooks } from '#db/queries/webhooks.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import type { OwnSession, Core, Secrets } from '#domain/core/context.ts';
import { requireFreshProof, inTransaction, requirePermission } from '#domain/core/context.ts';
import { invalid } from '#domain/core/errors.ts';
import { parseInput } from '#domain/fields/fields.ts';
import { columnsOf, factsOf, hostOf, webhookInput } from './webhook-input.ts';
import { createWebhookSecret } from './webhook-secret.ts';

const maxWebhooks = 20;

/**
 * Makes a webhook.
 * @returns its secret, which is not shown again
 * @throws forbidden, unproved, invalid
 */
export async function createWebhook(
  ctx: Core & Secrets & OwnSession,
  input: unknown,
): Promise<{ host: string; secret: string }> {
  requirePermission(ctx, 'manage-webhooks');
  requireFreshProof(ctx);
  const columns = columnsOf(parseInput(webhookInput, input));
  const id = randomUUID();
  const secret = createWebhookSecret(ctx, id);
  const host = hostOf(columns.url);
  await inTransaction(ctx, async ({ db: trx }) => {
    if ((await lockWebhooks(trx)) >= maxWebhooks)
      throw invalid(`There can be at most ${maxWebhooks} webhooks. Delete one first.`);
    await insertWebhook(trx, { id, ...columns, secret: secret.stored });
    const subject = { id, label: host };
    await recordActivity(trx, ctx, { action: 'webhook-created', subject, after: factsOf(columns) });
  });
  return { host, secret: secret.shown };
}
