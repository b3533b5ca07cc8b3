import { redirect, href } from 'react-router';

import type { Auth } from '#domain/auth/auth.ts';
import { signIn } from '#domain/auth/sign-in.ts';
import type { DomainContext } from '#domain/context.ts';
import { browserOf } from '#app/http/browser-of.ts';
import { withCookies } from '#app/http/with-cookies.ts';
import { redirectWithToast } from '../frame/redirect-toasts.ts';

/**
 * Signs in a user who has just created their account and redirects to the admin, or to the login if that fails. Without
 * rate limits: the password was chosen a moment ago, and attempts of others on the same network must not count.
 */
export async function redirectAfterSignIn(
  domain: DomainContext,
  auth: Auth,
  credentials: { email: string; password: string },
  request: Request,
): Promise<Response> {
  const unlimited = { ...domain, rateLimits: false };
  const answer = await signIn(unlimited, auth, credentials, browserOf(request, auth));
  if (!answer.ok) return redirect(href('/admin/login'));
  return redirectWithToast(href('/admin'), { key: 'signed-in' }, withCookies(answer.setCookies));
}
