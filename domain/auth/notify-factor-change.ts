import type { DomainContext } from '#domain/context.ts';
import { enqueueEmail } from '#domain/email/enqueue-email.ts';
import type { InTransaction } from '#domain/transaction.ts';
import { composeFactorChange } from './compose-factor-change.ts';

/** Tells the owner of an account by email, in the transaction of the change: it may not have been them. */
export function notifyFactorChange(
  tx: InTransaction<Pick<DomainContext, 'db' | 'mail' | 'origin'>>,
  to: string,
  change: string,
): Promise<void> {
  return enqueueEmail(tx, composeFactorChange({ to, origin: tx.origin, change }));
}
