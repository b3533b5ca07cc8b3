import { href } from 'react-router';

import type { Route } from './+types/sign-in-link';
import { findLink } from '#domain/accounts/links.ts';
import { signInWithLink } from '#domain/accounts/sign-in/sign-in-with-link.ts';
import { browserOf } from '#app/http/browser-of.ts';
import { withCookies } from '#app/http/with-cookies.ts';
import { redirectWithToast } from '../frame/redirect-toasts.ts';
import { AuthForm } from './auth-form.tsx';
import { AuthLayout, AuthMessage } from './auth-layout.tsx';
import { linkAction, linkLoader, tokenOf } from './one-time-link.ts';

export const loader = linkLoader((ctx, token) => findLink(ctx, 'sign-in', token));

const failures = { 'sign-in': 'You could not be signed in. Please try again.' };

export const action = linkAction(failures, {
  'sign-in': async (ctx, _, { request, url }) => {
    const { setCookies } = await signInWithLink(ctx, tokenOf(url), browserOf(request, ctx));
    throw redirectWithToast(href('/admin'), { key: 'signed-in' }, withCookies(setCookies));
  },
});

export default function SignInLink({ loaderData: { found: email }, actionData }: Route.ComponentProps) {
  if (email === null)
    return <AuthMessage title="Link closed" text="This link has been used or has expired." />;
  return (
    <AuthLayout title="Sign in with a link" text={email}>
      <AuthForm result={actionData} failure={failures['sign-in']} button="Sign In" />
    </AuthLayout>
  );
}
