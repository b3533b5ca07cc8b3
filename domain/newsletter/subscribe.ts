import { z } from 'zod';

import { claimConfirmation, upsertSubscriber } from '#db/queries/subscribers.ts';
import { retryAfterLostCommit } from '#db/transaction.ts';
import type { Core, EmailTokens, InTransaction, Secrets, Outgoing } from '#domain/core/context.ts';
import { inTransaction } from '#domain/core/context.ts';
import { invalid } from '#domain/core/errors.ts';
import { limitAttempts, networkOf, type LimitContext } from '#domain/limits/limit-attempts.ts';
import { formSigns, honeypotLabel } from '#domain/analytics/form-signs.ts';
import { email, parseInput } from '#domain/fields/fields.ts';
import { sendConfirmation } from './send-confirmation.ts';
import type { Newsletter } from './newsletter-setup.ts';

export const subscribeInput = z.object({ email });

/** So that repeated sign-ups do not fill the mailbox of another person. */
const hoursBetweenEmails = 24;

/**
 * Stores a subscriber and, where email is set up, emails the owner of the address for a confirmation. The answer does not
 * tell whether the address was known.
 * @throws invalid input, too-many (by network).
 */
export async function subscribe(
  ctx: Core & Outgoing & Secrets & LimitContext & EmailTokens & Newsletter,
  input: unknown,
): Promise<void> {
  const { email: address } = parseInput(subscribeInput, input);
  const signs = parseInput(formSigns, input);
  await limitAttempts(ctx, [
    { name: 'newsletter', subject: networkOf(ctx.clientAddress), maxAttempts: 5, minutes: 10 },
  ]);
  if (signs.honeypot.trim() !== '') throw invalid(`Nothing was stored. Leave “${honeypotLabel}” as it is.`);
  const store = async (tx: InTransaction<typeof ctx>) => {
    const subscriber = await upsertSubscriber(tx.db, { email: address, page: signs.page });
    if (subscriber.state !== 'pending' || !ctx.mail.isSetUp) return;
    if (!(await claimConfirmation(tx.db, subscriber.id, hoursBetweenEmails))) return;
    await sendConfirmation(tx, subscriber);
  };
  await retryAfterLostCommit(() => inTransaction(ctx, store));
}
