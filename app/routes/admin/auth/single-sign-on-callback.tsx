import { data, Link, href, redirect } from 'react-router';

import type { Route } from './+types/single-sign-on-callback';
import { proveBySingleSignOn } from '#domain/accounts/sign-in/prove-again.ts';
import { signInWithSingleSignOn } from '#domain/accounts/sign-in/sign-in-with-single-sign-on.ts';
import { unexpectedSignInMessage } from '#domain/accounts/sign-in-message.ts';
import { isIssuerUnavailable, openRequest } from '#domain/accounts/single-sign-on.ts';
import { cookieLine, readCookie } from '#domain/accounts/sessions/cookies.ts';
import { findSession } from '#domain/accounts/sessions/sessions.ts';
import { browserOf } from '#app/http/browser-of.ts';
import { forOnePerson } from '#app/http/cache-control.ts';
import { authContext, domainContext } from '#app/http/request-context.ts';
import { failureOf } from '#app/http/respond.ts';
import { withCookies } from '#app/http/with-cookies.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { loginAfterFailure, singleSignOnFailures } from './single-sign-on-address.ts';
import { redirectWithToast } from '../frame/redirect-toasts.ts';

/** Where the issuer sends the browser back to. Its address is made from the configuration, not from the request. */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  const auth = context.get(authContext);
  const domain = context.get(domainContext);
  const cleared = cookieLine(domain.origin, 'singleSignOn', '', 0);
  const goTo = (address: string) => redirect(address, { headers: withCookies([cleared], forOnePerson) });
  const sent = openRequest(domain, readCookie(request.headers, domain.origin, 'singleSignOn'));
  if (!auth.singleSignOn || sent === null) return goTo(loginAfterFailure('expired', null));

  const browser = browserOf(request, domain);
  const callback = new URL(href('/admin/login/sso/callback') + url.search, domain.origin);
  try {
    if (sent.sessionId !== null) {
      const session = await findSession(domain, request.headers);
      const proof = { request: sent, callback, session, device: browser.device };
      const isProved = await proveBySingleSignOn(domain, auth, auth.singleSignOn, proof);
      if (isProved) return goTo(href('/admin/login/done'));
      return failed(401, singleSignOnFailures.refused, [cleared]);
    }
    const answer = await signInWithSingleSignOn(domain, auth, auth.singleSignOn, {
      request: sent,
      callback,
      browser,
    });
    if (!answer.ok) return goTo(loginAfterFailure('refused', sent.from));
    const signedIn = withCookies([cleared, ...answer.setCookies], forOnePerson);
    if (!answer.missing) return redirectWithToast(sent.from, { key: 'signed-in' }, signedIn);
    const query = new URLSearchParams({ from: sent.from });
    return redirect(`${href('/admin/second-factor')}?${query}`, { headers: signedIn });
  } catch (error) {
    if (isIssuerUnavailable(error)) {
      if (sent.sessionId === null) return goTo(loginAfterFailure('unavailable', sent.from));
      return failed(503, singleSignOnFailures.unavailable, [cleared]);
    }
    const failure = failureOf(error, unexpectedSignInMessage, context);
    return failed(failure.status, failure.message, [cleared], failure.headers);
  }
}

function failed(status: number, message: string, cookies: string[], others: Record<string, string> = {}) {
  return data({ message }, { status, headers: withCookies(cookies, { ...forOnePerson, ...others }) });
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

/** Only for what has no other screen: a proof that failed, and too many attempts. */
export default function SingleSignOnCallback({ loaderData }: Route.ComponentProps) {
  return (
    <AuthLayout title="Single sign-on" text="You could not be signed in.">
      <Notice>{loaderData.message}</Notice>
      <Link to={href('/admin/login')} className={buttonClass('secondary')}>
        Back to login
      </Link>
    </AuthLayout>
  );
}
