import { insertOutboxEntry } from '#db/queries/outbox.ts';
import type { DomainContext } from '#domain/context.ts';
import type { InTransaction } from '#domain/transaction.ts';

/** Adds the delivery of a message to the outbox. Does nothing where messages are only kept in the inbox. */
export async function enqueueMessage(
  tx: InTransaction<Pick<DomainContext, 'db' | 'deliversMessages'>>,
  messageId: string,
): Promise<void> {
  if (!tx.deliversMessages) return;
  await insertOutboxEntry(tx.db, { messageId });
  tx.afterCommit('outboxFilled');
}
