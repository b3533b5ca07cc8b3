import { href, redirect } from 'react-router';

import type { Route } from './+types/email-change';
import { changeEmail, findEmailChange } from '#domain/accounts/profile/change-email.ts';
import { AuthForm } from './auth-form.tsx';
import { AuthLayout, AuthMessage } from './auth-layout.tsx';
import { linkAction, linkLoader, tokenOf } from './one-time-link.ts';

export const loader = linkLoader(findEmailChange);

const failures = { change: 'The address could not be changed. Please try again.' };

export const action = linkAction(failures, {
  change: async (ctx, _, { url }) => {
    const resetToken = await changeEmail(ctx, tokenOf(url));
    if (resetToken !== null) throw redirect(`${href('/admin/reset-password')}?token=${resetToken}`);
    return { done: null };
  },
});

export default function EmailChange({ loaderData, actionData }: Route.ComponentProps) {
  const { found: change, signInWays } = loaderData;
  if (actionData?.ok === true) {
    return (
      <AuthMessage
        title="Email address changed"
        text="Sign in with the new address from now on."
        to={href('/admin')}
        label="Continue"
        isPrimary
      />
    );
  }
  if (!change) return <AuthMessage title="Link closed" text="This link has been used or has expired." />;
  const text = change.isUndo
    ? `Your account gets the address ${change.to} back. Every session ends${signInWays.passwords ? ', and you choose a new password' : ''}.`
    : `The account ${change.from} gets the address ${change.to}.`;
  return (
    <AuthLayout title={change.isUndo ? 'Undo the new address' : 'Confirm your new email address'} text={text}>
      <AuthForm result={actionData} failure={failures.change} button={change.isUndo ? 'Undo' : 'Confirm'} />
    </AuthLayout>
  );
}
