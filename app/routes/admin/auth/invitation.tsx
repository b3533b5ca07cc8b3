import type { Route } from './+types/invitation';
import { acceptInvitation } from '#domain/accounts/invitations/accept-invitation.ts';
import { findInvitation } from '#domain/accounts/invitations/invitations.ts';
import { roleNames } from '#domain/core/permissions.ts';
import { SingleSignOnLink } from '../factors/single-sign-on-link.tsx';
import { AuthForm, DisplayNameField, NewPasswordField } from './auth-form.tsx';
import { AuthLayout, AuthMessage, OnlySingleSignOn } from './auth-layout.tsx';
import { createAccountAction, createAccountFailures } from './create-account.ts';
import { linkLoader } from './one-time-link.ts';
import { singleSignOnAddress } from './single-sign-on-address.ts';

export const loader = linkLoader(async (ctx, token) => {
  const invitation = await findInvitation(ctx, { token });
  return invitation && { email: invitation.email, roleName: roleNames[invitation.role] };
});

export const action = createAccountAction(acceptInvitation);

const title = 'Accept your invitation';

export default function Invitation({ loaderData, actionData }: Route.ComponentProps) {
  const { found: invitation, signInWays } = loaderData;
  if (!invitation) {
    const text = 'This invitation has been used, withdrawn or has expired. Ask for a new one.';
    return <AuthMessage title="Invitation closed" text={text} />;
  }
  const text = `${invitation.email} · ${invitation.roleName}`;
  if (!signInWays.passwords) {
    return (
      <OnlySingleSignOn
        title={title}
        text={
          <>
            <span className="mb-2 block text-ink">{text}</span>
            This site uses no passwords. Sign in with single sign-on, with this email address, and your
            account is created.
          </>
        }
      />
    );
  }

  return (
    <AuthLayout title={title} text={text}>
      <AuthForm result={actionData} failure={createAccountFailures.create} button="Create account">
        <input type="hidden" autoComplete="username" value={invitation.email} readOnly />
        <DisplayNameField typed={actionData?.typed['displayName']} hint="Shown under your posts." />
        <NewPasswordField />
      </AuthForm>
      {signInWays.singleSignOn && (
        <SingleSignOnLink to={singleSignOnAddress(null)}>Accept with single sign-on</SingleSignOnLink>
      )}
    </AuthLayout>
  );
}
