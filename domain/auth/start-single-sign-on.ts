import type { DomainContext } from '#domain/context.ts';
import { createToken } from './one-time-token.ts';
import type { SingleSignOn } from './single-sign-on.ts';
import { sealRequest, singleSignOnLife } from './single-sign-on-request.ts';

/**
 * Begins a sign-in at the issuer. Nothing is stored on the server: what ties the answer to this browser is the sealed
 * value of its cookie.
 * @param wanted.sessionId the session that is to be proved again, by signing in at the issuer once more; null for a sign-in
 * @returns where the browser goes, and the value of the cookie.
 * @throws IssuerUnavailable.
 */
export async function startSingleSignOn(
  ctx: Pick<DomainContext, 'deriveKey' | 'now'>,
  singleSignOn: SingleSignOn,
  { sessionId, from }: { sessionId: string | null; from: string },
): Promise<{ location: string; sealed: string }> {
  const request = {
    state: createToken(),
    nonce: createToken(),
    // RFC 7636: 43 characters or more.
    codeVerifier: createToken() + createToken(),
    signInAfter: sessionId === null ? null : ctx.now(),
    sessionId,
    from,
    expiresAt: new Date(ctx.now().getTime() + singleSignOnLife),
  };
  const location = await singleSignOn.authorizationUrl(request);
  return { location: location.href, sealed: sealRequest(ctx, request) };
}
