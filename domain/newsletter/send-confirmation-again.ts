import { randomUUID } from 'node:crypto';

import { insertSubscriberLink } from '#db/queries/subscribers.ts';
import { hashToken } from '#domain/auth/one-time-token.ts';
import type { DomainContext } from '#domain/context.ts';
import { enqueueEmail } from '#domain/email/enqueue-email.ts';
import type { InTransaction } from '#domain/transaction.ts';
import { tokenPlace } from '#domain/email/email-token.ts';
import { composeConfirmation } from './compose-confirmation.ts';

/** Enqueues the email that asks one subscriber to confirm. The caller decides who may be asked now. */
export async function sendConfirmationAgain(
  tx: InTransaction<Pick<DomainContext, 'db' | 'mail' | 'origin' | 'emailToken'>>,
  { id, email }: { id: string; email: string },
): Promise<void> {
  const emailId = randomUUID();
  await insertSubscriberLink(tx.db, id, hashToken(tx.emailToken(emailId)));
  await enqueueEmail(tx, composeConfirmation(email, tx.origin, tokenPlace), { id: emailId });
}
