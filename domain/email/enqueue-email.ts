import { insertOutboxEntry, type Letter } from '#db/queries/outbox.ts';
import type { DomainContext } from '#domain/context.ts';
import type { InTransaction } from '#domain/transaction.ts';

/**
 * Adds an email to the outbox in the transaction of the change that it reports: it is sent after the commit, and again
 * while the mail server is unavailable. Does nothing where no email is set up.
 * @param options.id of the outbox entry, where the email holds a token derived from it.
 * @param options.minutes after which it is not sent any more; 24 hours by default.
 */
export async function enqueueEmail(
  tx: InTransaction<Pick<DomainContext, 'db' | 'mail'>>,
  email: Letter,
  options: { id?: string; minutes?: number } = {},
): Promise<void> {
  if (!tx.mail.isSetUp) return;
  await insertOutboxEntry(tx.db, { letter: email }, options);
  tx.afterCommit('outboxFilled');
}
