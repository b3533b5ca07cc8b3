import { insertSubscribers } from '#db/queries/subscribers.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import type { DomainContext } from '#domain/context.ts';
import { invalid } from '#domain/errors.ts';
import { inTransaction } from '#domain/transaction.ts';
import { requirePermission } from '#domain/actor.ts';
import { readSubscribers } from './read-subscribers.ts';

/**
 * Imports a list of addresses. Known addresses keep their state, so that no one who unsubscribed gets emails again.
 * @returns how many were added, were known, and could not be read.
 * @throws forbidden, invalid when there is no address in it.
 */
export async function importSubscribers(
  ctx: DomainContext,
  file: string,
): Promise<{ added: number; known: number; unreadable: number }> {
  requirePermission(ctx, 'manage-inbox');
  const { subscribers, unreadable } = readSubscribers(file);
  if (subscribers.length === 0) throw invalid('There is no email address in this file.');
  return inTransaction(ctx, async ({ db: trx }) => {
    const added = await insertSubscribers(trx, subscribers);
    await recordActivity(trx, ctx, { action: 'subscribers-imported', after: { added } });
    return { added, known: subscribers.length - added, unreadable };
  });
}
