import { findAccountOfSubject } from '#db/queries/issuer-accounts.ts';
import { markSessionProved } from '#db/queries/sessions.ts';
import type { Session } from '#domain/auth/auth.ts';
import type { PasswordAuth } from '#domain/auth/check-password.ts';
import { identify } from '#domain/auth/identify.ts';
import { refuseSignIn } from '#domain/auth/refuse-sign-in.ts';
import type { SingleSignOn } from '#domain/auth/single-sign-on.ts';
import type { SingleSignOnRequest } from '#domain/auth/single-sign-on-request.ts';
import type { DomainContext } from '#domain/context.ts';

/**
 * Proves again who the user of a session is, by a new sign-in at the issuer to which their account is bound. The session
 * then counts as proved for ten minutes.
 * @param session of the browser that came back
 * @returns whether it is proved now.
 * @throws too-many, IssuerUnavailable.
 */
export async function proveBySingleSignOn(
  ctx: DomainContext,
  auth: PasswordAuth,
  singleSignOn: SingleSignOn,
  { request, callback, session }: { request: SingleSignOnRequest; callback: URL; session: Session | null },
): Promise<boolean> {
  const identity = await identify(ctx, singleSignOn, request, callback);
  const account = identity && (await findAccountOfSubject(ctx.db, singleSignOn.issuer, identity.subject));
  if (session?.actor && session.sessionId === request.sessionId && account?.id === session.userId) {
    await markSessionProved(ctx.db, session.sessionId);
    return true;
  }
  await refuseSignIn(ctx, auth, session ?? undefined);
  return false;
}
