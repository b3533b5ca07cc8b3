import { randomUUID } from 'node:crypto';

import { insertSubscriberLink } from '#db/queries/subscribers.ts';
import { hashToken } from '#domain/accounts/secrets.ts';
import type { DomainContext } from '#domain/context.ts';
import { enqueueEmail } from '#domain/email/enqueue-email.ts';
import type { InTransaction } from '#domain/transaction.ts';
import { tokenPlace } from '#domain/email/email-token.ts';
import { bounceAddress, bounceKey } from './bounce-address.ts';
import { composeConfirmation } from './compose-confirmation.ts';

/** Enqueues the email that asks one subscriber to confirm. The caller decides who may be asked now. */
export async function sendConfirmation(
  tx: InTransaction<
    Pick<DomainContext, 'db' | 'mail' | 'newsletter' | 'origin' | 'emailToken' | 'deriveKey'>
  >,
  { id, email }: { id: string; email: string },
): Promise<void> {
  const emailId = randomUUID();
  await insertSubscriberLink(tx.db, id, hashToken(tx.emailToken(emailId)));
  const { bounceAddress: base } = tx.newsletter;
  const returnPath = base === null ? {} : { returnPath: bounceAddress(base, id, bounceKey(tx)) };
  const confirmation = { ...composeConfirmation(email, tx.origin, tokenPlace), ...returnPath };
  await enqueueEmail(tx, confirmation, { id: emailId });
}
