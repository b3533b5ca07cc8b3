import type { Database } from '#db/client.ts';
import type { DomainContext } from '#domain/context.ts';
import { enqueueEmail } from '#domain/email/enqueue-email.ts';
import { composePasswordChanged } from './compose-password-changed.ts';

/** Whoever did not change their password themselves should hear of it. Runs in the transaction that changes it. */
export function notifyPasswordChanged(
  trx: Database,
  ctx: Pick<DomainContext, 'mail' | 'origin'>,
  to: string,
): Promise<void> {
  return enqueueEmail(trx, ctx, composePasswordChanged({ to, origin: ctx.origin }));
}
