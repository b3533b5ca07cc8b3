import type { Route } from './+types/confirm';
import { confirmEmail } from '#domain/accounts/profile/confirm-email.ts';
import { findLink } from '#domain/accounts/links.ts';
import { AuthForm } from './auth-form.tsx';
import { AuthLayout, AuthMessage } from './auth-layout.tsx';
import { linkAction, linkLoader, tokenOf } from './one-time-link.ts';

export const loader = linkLoader((ctx, token) => findLink(ctx, 'email-confirmation', token));

const failures = { confirm: 'The address could not be confirmed. Please try again.' };

export const action = linkAction(failures, {
  confirm: { run: (ctx, _, { url }) => confirmEmail(ctx, tokenOf(url)), done: null },
});

export default function Confirm({ loaderData: { found: email }, actionData }: Route.ComponentProps) {
  if (actionData?.ok === true) {
    return (
      <AuthMessage title="Email address confirmed" text="You can sign in now." label="Sign In" isPrimary />
    );
  }
  if (email === null) {
    const text = 'This link has been used or has expired. Sign in to get a new one.';
    return <AuthMessage title="Link closed" text={text} />;
  }
  return (
    <AuthLayout title="Confirm your email address" text={email}>
      <AuthForm result={actionData} failure={failures.confirm} button="Confirm" />
    </AuthLayout>
  );
}
