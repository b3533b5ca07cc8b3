import { deleteMessagesOf } from '#db/queries/inbox.ts';
import { deleteLettersTo } from '#db/queries/outbox.ts';
import { inTransaction } from '#db/transaction.ts';
import { recordActivity } from '#domain/activity/record-activity.ts';
import type { DomainContext } from '#domain/context.ts';
import { email as emailField, parseInput } from '#domain/text/fields.ts';
import { requireInbox } from './require-inbox.ts';

/**
 * Takes away everything that a person sent: messages, applications and what was written about them. The log
 * says that it was done, and not whose it was.
 * @returns how many messages went.
 * @throws forbidden, invalid input.
 */
export async function erasePerson(ctx: DomainContext, typed: unknown): Promise<{ messages: number }> {
  requireInbox(ctx);
  const email = parseInput(emailField, typed);
  return inTransaction(ctx.db, async (trx) => {
    const messages = await deleteMessagesOf(trx, email);
    await deleteLettersTo(trx, email);
    const erased = { messages };
    await recordActivity(trx, ctx, { action: 'person-erased', after: erased });
    return erased;
  });
}
