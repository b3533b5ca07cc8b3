import { z } from 'zod';

import { insertSubscribers } from '#db/queries/subscribers.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import type { DomainContext } from '#domain/context.ts';
import { invalid } from '#domain/errors.ts';
import { parseInput } from '#domain/text/fields.ts';
import { inTransaction } from '#domain/transaction.ts';
import { requirePermission } from '#domain/actor.ts';
import { consentSource, readSubscribers } from './read-subscribers.ts';
import { storeLinks } from './store-links.ts';

export type ImportResult = {
  added: number;
  known: number;
  /** Unsubscribed, bounced, complained or erased before. */
  suppressed: number;
  unreadable: number;
};

/**
 * Imports a list of addresses. Known addresses keep their state, and addresses that unsubscribed, bounced or complained stay out.
 * @param typedSource where the people on it agreed, if the list does not say so
 * @throws forbidden, invalid when there is no address in it.
 */
export async function importSubscribers(
  ctx: DomainContext,
  file: string,
  typedSource = '',
): Promise<ImportResult> {
  requirePermission(ctx, 'manage-inbox');
  const { source } = parseInput(z.object({ source: consentSource }), { source: typedSource });
  const { subscribers, unreadable } = readSubscribers(file, ctx.now(), source);
  if (subscribers.length === 0) throw invalid('There is no email address in this file.');
  return inTransaction(ctx, async (tx) => {
    const { db: trx } = tx;
    const { added, suppressed, confirmed } = await insertSubscribers(trx, subscribers);
    await storeLinks(tx, confirmed);
    await recordActivity(trx, ctx, { action: 'subscribers-imported', after: { added, suppressed } });
    return { added, known: subscribers.length - added - suppressed, suppressed, unreadable };
  });
}
