import { z } from 'zod';

import { claimConfirmation, upsertSubscriber } from '#db/queries/subscribers.ts';
import { retryAfterLostCommit } from '#db/transaction.ts';
import type { DomainContext } from '#domain/context.ts';
import { limitAttempts } from '#domain/limits/limit-attempts.ts';
import { networkOf } from '#domain/limits/network-of.ts';
import { formSigns } from '#domain/messages/message-input.ts';
import { email, parseInput } from '#domain/text/fields.ts';
import { inTransaction, type InTransaction } from '#domain/transaction.ts';
import { sendConfirmationAgain } from './send-confirmation-again.ts';

export const subscribeInput = z.object({ email });

/** Nobody's mailbox is filled by somebody else. */
const hoursBetweenEmails = 24;

/**
 * Puts an address on the list and, where email is set up, asks its owner by a letter whether they want that. Whether
 * the address was known cannot be seen from the answer.
 * @throws invalid input, too-many (by network).
 */
export async function subscribe(ctx: DomainContext, input: unknown): Promise<void> {
  const { email: address } = parseInput(subscribeInput, input);
  const signs = parseInput(formSigns, input);
  await limitAttempts(ctx, [{ name: 'newsletter', of: networkOf(ctx.clientAddress), most: 5, minutes: 10 }]);
  if (signs.honeypot.trim() !== '') return;
  const store = async (tx: InTransaction<DomainContext>) => {
    const subscriber = await upsertSubscriber(tx.db, { email: address, page: signs.page });
    if (!ctx.mail.isSetUp || subscriber.state !== 'pending') return;
    if (!(await claimConfirmation(tx.db, subscriber.id, hoursBetweenEmails))) return;
    await sendConfirmationAgain(tx, subscriber);
  };
  await retryAfterLostCommit(() => inTransaction(ctx, store));
}
