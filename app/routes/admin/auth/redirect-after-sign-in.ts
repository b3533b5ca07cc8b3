import { redirect } from 'react-router';

import type { Auth } from '#domain/auth/auth.ts';
import { signIn } from '#domain/auth/sign-in.ts';
import type { DomainContext } from '#domain/context.ts';
import { withCookies } from '#app/http/with-cookies.ts';
import { redirectWithToast } from '../frame/redirect-toasts.ts';

/**
 * Signs in whoever has just made their account, and leads them in; to the login where that does not work. Who chose the
 * password a moment ago guesses at none: what others at the same address tried counts for nothing here.
 */
export async function redirectAfterSignIn(
  domain: DomainContext,
  auth: Auth,
  credentials: { email: string; password: string },
  request: Request,
): Promise<Response> {
  const unlimited = { ...domain, rateLimits: false };
  const answer = await signIn(unlimited, auth, credentials, request.headers.get('user-agent'));
  if (!answer.ok) return redirect('/admin/login');
  return redirectWithToast('/admin', { key: 'signed-in' }, withCookies(answer.setCookies));
}
