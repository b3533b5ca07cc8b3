import { takeChallenge } from '#db/queries/passkeys.ts';
import type { DomainContext } from '#domain/context.ts';
import { limitAttempts } from '#domain/limits/limit-attempts.ts';
import { networkOf } from '#domain/limits/network-of.ts';
import { takeBackAttempt } from '#domain/limits/take-back-attempt.ts';
import { hashToken } from './one-time-token.ts';
import { singleSignOnLimits } from './sign-in-limits.ts';
import type { Identity, SingleSignOn } from './single-sign-on.ts';
import type { SingleSignOnRequest } from './single-sign-on-request.ts';

/**
 * Whom the issuer's answer to a request names. An answer is taken once, whatever it says; refused ones count as attempts of
 * the network.
 * @param callback our own address with what the issuer added to it
 * @throws too-many, IssuerUnavailable.
 */
export async function identify(
  ctx: DomainContext,
  singleSignOn: SingleSignOn,
  request: SingleSignOnRequest,
  callback: URL,
): Promise<Identity | null> {
  const limits = singleSignOnLimits(networkOf(ctx.clientAddress));
  await limitAttempts(ctx, limits);
  if (!(await takeChallenge(ctx.db, hashToken(request.state), request.expiresAt))) return null;
  let isRefused = false;
  try {
    const identity = await singleSignOn.identify(callback, request);
    isRefused = identity === null;
    return identity;
  } finally {
    if (!isRefused) await takeBackAttempt(ctx, limits);
  }
}
