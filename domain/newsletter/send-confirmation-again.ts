import { randomUUID } from 'node:crypto';

import type { Database } from '#db/client.ts';
import { insertSubscriberLink } from '#db/queries/subscribers.ts';
import { hashToken, tokenPlace } from '#domain/auth/one-time-token.ts';
import type { DomainContext } from '#domain/context.ts';
import { enqueueEmail } from '#domain/email/enqueue-email.ts';
import { composeConfirmation } from './compose-confirmation.ts';

/** Promises the letter that asks for a confirmation. Who may be asked now is the caller's to know. */
export async function sendConfirmationAgain(
  trx: Database,
  ctx: Pick<DomainContext, 'mail' | 'origin' | 'emailToken'>,
  { id, email }: { id: string; email: string },
): Promise<void> {
  const emailId = randomUUID();
  await insertSubscriberLink(trx, id, hashToken(ctx.emailToken(emailId)));
  await enqueueEmail(trx, ctx, composeConfirmation(email, ctx.origin, tokenPlace), { id: emailId });
}
