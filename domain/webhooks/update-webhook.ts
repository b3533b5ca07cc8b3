import { lockWebhook, updateWebhook as updateRow } from '#db/queries/webhooks.ts';
import { changedFacts } from '#domain/activity/changed-facts.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import type { OwnSession, Core } from '#domain/core/context.ts';
import { requireFreshProof, inTransaction, requirePermission } from '#domain/core/context.ts';
import { notFound } from '#domain/core/errors.ts';
import { isId, parseInput } from '#domain/fields/fields.ts';
import { columnsOf, factsOf, hostOf, webhookInput } from './webhook-input.ts';

/** Changes a webhook and switches it on again where it has ended. @throws forbidden, unproved, not-found, invalid */
export async function updateWebhook(ctx: Core & OwnSession, id: string, input: unknown): Promise<void> {
  requirePermission(ctx, 'manage-webhooks');
  requireFreshProof(ctx);
  const columns = columnsOf(parseInput(webhookInput, input));
  await inTransaction(ctx, async ({ db: trx }) => {
    const before = isId(id) ? await lockWebhook(trx, id) : undefined;
    if (!before) throw notFound('This webhook no longer exists.');
    await updateRow(trx, id, { ...columns, failed_days: 0, failed_on: null, ended_at: null });
    const changes = changedFacts(
      { ...factsOf(before), on: before.ended_at === null },
      { ...factsOf(columns), on: true },
    );
    const subject = { id, label: hostOf(columns.url) };
    await recordActivity(trx, ctx, { action: 'webhook-updated', subject, ...changes });
  });
}
