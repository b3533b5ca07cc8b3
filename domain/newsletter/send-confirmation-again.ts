import { randomUUID } from 'node:crypto';

import type { Database } from '#db/client.ts';
import { insertSubscriberLink } from '#db/queries/subscribers.ts';
import { hashToken, tokenPlace } from '#domain/auth/one-time-token.ts';
import type { DomainContext } from '#domain/context.ts';
import { enqueueLetter } from '#domain/email/enqueue-email.ts';
import { composeConfirmation } from './compose-confirmation.ts';

/** Promises the letter that asks for a confirmation. Who may be asked now is the caller's to know. */
export async function askSubscriber(
  trx: Database,
  ctx: Pick<DomainContext, 'mail' | 'origin' | 'letterToken'>,
  { id, email }: { id: string; email: string },
): Promise<void> {
  const letterId = randomUUID();
  await insertSubscriberLink(trx, id, hashToken(ctx.letterToken(letterId)));
  await enqueueLetter(trx, ctx, composeConfirmation(email, ctx.origin, tokenPlace), { id: letterId });
}
