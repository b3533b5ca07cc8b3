import { deleteSessionsBeyond, findFactors } from '#db/queries/sessions.ts';
import type { DomainContext } from '#domain/context.ts';
import { inTransaction } from '#domain/transaction.ts';
import { maxPendingSessionsPerUser } from './auth.ts';
import { missingFactor, type SignInFactor } from './factor.ts';

/** What a sign-in of this user with this factor lacks; null when it is complete. */
export async function findMissingFactor(
  ctx: Pick<DomainContext, 'db'>,
  userId: string,
  factor: SignInFactor,
): Promise<'prove' | 'set-up' | null> {
  const found = await findFactors(ctx.db, userId);
  if (!found) return null;
  const { role, has_authenticator: hasAuthenticator, has_passkey: hasPasskey, policy } = found;
  return missingFactor({ factor, role, hasAuthenticator, hasPasskey, policy });
}

/** Ends all but the newest sessions of a user that lack a second factor: who knows the password alone can start many. */
export async function endOldPendingSessions(ctx: DomainContext, userId: string): Promise<void> {
  const max = maxPendingSessionsPerUser;
  await inTransaction(ctx, ({ db: trx }) => deleteSessionsBeyond(trx, userId, { isPending: true, max }));
}
