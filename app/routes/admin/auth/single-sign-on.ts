import { redirect } from 'react-router';

import type { Route } from './+types/single-sign-on';
import { cookieLine } from '#domain/accounts/sessions/cookies.ts';
import { findSession } from '#domain/accounts/sessions/sessions.ts';
import { isIssuerUnavailable, singleSignOnLife, startSingleSignOn } from '#domain/accounts/single-sign-on.ts';
import { forOnePerson } from '#app/http/cache-control.ts';
import { authContext, domainContext } from '#app/http/request-context.ts';
import { withCookies } from '#app/http/with-cookies.ts';
import { returnPath } from './return-path.ts';
import { loginAfterFailure } from './single-sign-on-address.ts';

/**
 * Sends the browser to the issuer: to sign in, or with `for=proof` to prove again who the user of this session is.
 * Nothing changes here, so that a link may lead to it.
 */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  const { singleSignOn } = context.get(authContext);
  const domain = context.get(domainContext);
  if (!singleSignOn) return new Response('Not found.\n', { status: 404, headers: forOnePerson });
  const from = returnPath(url);
  const isProof = url.searchParams.get('for') === 'proof';
  const session = isProof ? await findSession(domain, request.headers) : null;
  try {
    const wanted = { sessionId: session?.sessionId ?? null, from };
    const { location, sealed } = await startSingleSignOn(domain, singleSignOn, wanted);
    const cookie = cookieLine(domain.origin, 'singleSignOn', sealed, singleSignOnLife / 1_000);
    return redirect(location, { headers: withCookies([cookie], forOnePerson) });
  } catch (error) {
    if (!isIssuerUnavailable(error)) throw error;
    return redirect(loginAfterFailure('unavailable', from), { headers: forOnePerson });
  }
}
