import { href, redirect } from 'react-router';

import type { Passwords } from '#domain/accounts/auth.ts';
import { signIn } from '#domain/accounts/sign-in/sign-in.ts';
import { browserOf } from '#app/http/browser-of.ts';
import { authContext, type DomainContext } from '#app/http/request-context.ts';
import { withCookies } from '#app/http/with-cookies.ts';
import { redirectWithToast } from '../frame/redirect-toasts.ts';
import { linkAction, tokenOf } from './one-time-link.ts';

export const createAccountFailures = { create: 'The account could not be created. Please try again.' };

/**
 * The action of a screen that creates an account from a one-time link: signs in to it and redirects to the admin, or to
 * the login if that fails. Without rate limits: the password was chosen a moment ago, and attempts of others on the same
 * network must not count.
 *
 * @param create the verb; its input is the form and the `token` of the link
 */
export function createAccountAction(
  create: (ctx: DomainContext, auth: Passwords, input: Record<string, string>) => Promise<{ email: string }>,
) {
  return linkAction(
    createAccountFailures,
    {
      create: async (ctx, fields, { request, context, url }) => {
        const auth = context.get(authContext);
        const { email } = await create(ctx, auth, { ...fields, token: tokenOf(url) });
        const credentials = { email, password: fields['password'] ?? '' };
        const unlimited = { ...ctx, rateLimits: false };
        const answer = await signIn(unlimited, auth, credentials, browserOf(request, ctx));
        if (!answer.ok) throw redirect(href('/admin/login'));
        throw redirectWithToast(href('/admin'), { key: 'account-created' }, withCookies(answer.setCookies));
      },
    },
    { echo: ['email', 'displayName'] },
  );
}
