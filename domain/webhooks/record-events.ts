import { insertDeliveries, type WebhookEvent } from '#db/queries/webhooks.ts';
import type { Core, InTransaction } from '#domain/core/context.ts';
import type { EventType } from './events.ts';

export type NewEvent = WebhookEvent & { type: EventType };

/** Records events in the transaction of their cause, for every webhook that wants them: they are sent after the commit. */
export async function recordEvents(
  tx: InTransaction<Pick<Core, 'db'>>,
  events: readonly NewEvent[],
): Promise<void> {
  if (events.length > 0 && (await insertDeliveries(tx.db, events))) tx.afterCommit('jobAdded');
}
