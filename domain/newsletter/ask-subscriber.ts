import type { Database } from '#db/client.ts';
import { insertOutboxEntry } from '#db/queries/outbox.ts';
import { insertSubscriberLink } from '#db/queries/subscribers.ts';
import { createToken, hashToken } from '#domain/auth/one-time-token.ts';
import { composeConfirmation } from './compose-confirmation.ts';

/** Promises the letter that asks for a confirmation. Who may be asked now is the caller's to know. */
export async function askSubscriber(
  trx: Database,
  { id, email }: { id: string; email: string },
  origin: string,
): Promise<void> {
  const token = createToken();
  await insertSubscriberLink(trx, id, hashToken(token));
  await insertOutboxEntry(trx, { letter: composeConfirmation(email, origin, token) });
}
