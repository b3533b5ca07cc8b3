import type { Database } from '#db/client.ts';
import type { DomainContext } from '#domain/context.ts';
import { enqueueLetter } from '#domain/email/enqueue-email.ts';
import { composePasswordChanged } from './compose-password-changed.ts';

/** Whoever did not change their password themselves should hear of it. Runs in the transaction that changes it. */
export function tellOfNewPassword(
  trx: Database,
  ctx: Pick<DomainContext, 'mail' | 'origin'>,
  to: string,
): Promise<void> {
  return enqueueLetter(trx, ctx, composePasswordChanged({ to, origin: ctx.origin }));
}
