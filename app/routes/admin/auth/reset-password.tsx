import { href } from 'react-router';

import type { Route } from './+types/reset-password';
import { findLink } from '#domain/accounts/links.ts';
import { resetPassword } from '#domain/accounts/profile/reset-password.ts';
import { clearSession } from '#domain/accounts/sessions/end-sessions.ts';
import { authContext } from '#app/http/request-context.ts';
import { withCookies } from '#app/http/with-cookies.ts';
import { AuthForm, NewPasswordField } from './auth-form.tsx';
import { authHeaders } from './auth-headers.ts';
import { AuthLayout, AuthMessage, OnlySingleSignOn } from './auth-layout.tsx';
import { linkAction, linkLoader, tokenOf } from './one-time-link.ts';

export const loader = linkLoader(
  async (ctx, token) => (await findLink(ctx, 'password-reset', token)) !== null,
);

const failures = { reset: 'The password could not be changed. Please try again.' };

export const action = linkAction(failures, {
  reset: async (ctx, { password = '' }, { context, url }) => {
    await resetPassword(ctx, context.get(authContext), { token: tokenOf(url), password });
    return { done: null, headers: withCookies(clearSession(ctx).setCookies) };
  },
});

export const headers = authHeaders;

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
  if (actionData?.ok === true) {
    const text = 'You can sign in with the new password now.';
    return <AuthMessage title="Password changed" text={text} label="Sign In" isPrimary />;
  }
  if (!loaderData.signInWays.passwords) return <OnlySingleSignOn />;
  if (!loaderData.found) {
    return (
      <AuthMessage
        title="Link closed"
        text="This link has been used or has expired. Ask for a new one."
        to={href('/admin/forgot-password')}
        label="Ask for a new link"
      />
    );
  }
  return (
    <AuthLayout title="Choose a new password" text="Every session of your account ends, on every device.">
      <AuthForm result={actionData} failure={failures.reset} button="Change password">
        <NewPasswordField label="New password" />
      </AuthForm>
    </AuthLayout>
  );
}
