import { retryMessageNow, insertOutboxEntry, isMessageWaiting } from '#db/queries/outbox.ts';
import type { DomainContext } from '#domain/context.ts';
import { invalid } from '#domain/errors.ts';
import { inTransaction } from '#domain/transaction.ts';
import { requirePermission } from '#domain/actor.ts';
import { lockExisting } from './lock-existing.ts';

/**
 * Delivers a message again: a waiting entry is tried at once, a delivered or abandoned one gets a new entry.
 * @throws forbidden, not-found, invalid where no email is set up or the message is spam.
 */
export async function sendMessageAgain(ctx: DomainContext, id: string): Promise<void> {
  requirePermission(ctx, 'manage-inbox');
  if (!ctx.deliversMessages) throw invalid('No email is set up: messages are kept here only.');
  await inTransaction(ctx, async ({ db: trx, afterCommit }) => {
    const message = await lockExisting(trx, id);
    if (message.spam_reason !== null) throw invalid('Move it out of spam first: then it is delivered.');
    if (await isMessageWaiting(trx, id)) await retryMessageNow(trx, id);
    else await insertOutboxEntry(trx, { messageId: id });
    afterCommit('outboxFilled');
  });
}
