import { takeChallenge } from '#db/queries/passkeys.ts';
import type { Core } from '#domain/core/context.ts';
import type { LimitContext } from '#domain/limits/limit-attempts.ts';
import { limitAttempts, takeBackAttempt, networkOf } from '#domain/limits/limit-attempts.ts';
import type { SignInFactor } from '../factor.ts';
import { hashToken } from '#domain/core/secrets.ts';
import { findKnownDevice } from '../sessions/devices.ts';
import { refusalLimits } from '../sign-in-limits.ts';
import type { Identity, SingleSignOn, SingleSignOnRequest } from '../single-sign-on.ts';

/**
 * Whom the issuer's answer to a request names. An answer is taken once, whatever it says; refused ones count as attempts,
 * if they hold the state of the request.
 * @throws too-many, IssuerUnavailable.
 */
export async function identify(
  ctx: Core & LimitContext,
  singleSignOn: SingleSignOn,
  { request, callback, device }: { request: SingleSignOnRequest; callback: URL; device: string | null },
): Promise<Identity | null> {
  if (callback.searchParams.get('state') !== request.state) return null;
  const known = await findKnownDevice(ctx, null, device);
  const limits = refusalLimits('single-sign-on', networkOf(ctx.clientAddress), known);
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

/** How a sign-in as this identity counts. */
export function factorOf({ hasTwoFactors }: Pick<Identity, 'hasTwoFactors'>): SignInFactor {
  return hasTwoFactors ? 'oidc-mfa' : 'oidc';
}
