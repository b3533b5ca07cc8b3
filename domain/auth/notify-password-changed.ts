import type { DomainContext } from '#domain/context.ts';
import { enqueueEmail } from '#domain/email/enqueue-email.ts';
import type { InTransaction } from '#domain/transaction.ts';
import { composePasswordChanged } from './compose-password-changed.ts';

/** Notifies the owner of an account by email, in the transaction of the change: another person may have made it. */
export function notifyPasswordChanged(
  tx: InTransaction<Pick<DomainContext, 'db' | 'mail' | 'origin'>>,
  to: string,
): Promise<void> {
  return enqueueEmail(tx, composePasswordChanged({ to, origin: tx.origin }));
}
