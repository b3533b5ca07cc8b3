import { href } from 'react-router';

import type { Route } from './+types/invitation';
import { acceptInvitation } from '#domain/admins/accept-invitation.ts';
import { findInvitation } from '#domain/admins/find-invitation.ts';
import { hydrated } from '#app/http/hydration.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { roleNames } from '#domain/permissions.ts';
import { formClientAction } from '../actions/form-client-action.ts';
import { createAccountAction } from './create-account.ts';
import { createAccountFailures, createAccountOptions } from './create-account-options.ts';
import { DisplayNameField } from './display-name-field.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { AuthForm } from './auth-form.tsx';
import { OnlySingleSignOn } from './only-single-sign-on.tsx';
import { linkHeaders, loadPasswordLink } from './token-link.ts';
import { singleSignOnAddress } from './single-sign-on-address.ts';
import { NewPasswordField } from './new-password-field.tsx';
import { SingleSignOnLink } from '../factors/single-sign-on-link.tsx';
import { screenMeta } from '../frame/screen-meta.ts';
import stylesheet from '../admin.css?url';

export const handle = hydrated;

export function loader(args: Route.LoaderArgs) {
  return loadPasswordLink(args, async (ctx, token) => {
    const invitation = await findInvitation(ctx, token);
    return invitation && { email: invitation.email, roleName: roleNames[invitation.role] };
  });
}

export const action = createAccountAction(acceptInvitation);

export const clientAction = formClientAction(createAccountFailures, createAccountOptions);

export function headers() {
  return linkHeaders;
}

export function meta() {
  return screenMeta('Invitation');
}

export function links() {
  return [{ rel: 'stylesheet', href: stylesheet }];
}

export default function Invitation({ loaderData, actionData }: Route.ComponentProps) {
  const { found: invitation, signInWays } = loaderData;
  if (!invitation) return <Closed />;
  const text = `${invitation.email} · ${invitation.roleName}`;
  if (!signInWays.passwords) {
    return (
      <OnlySingleSignOn
        title="Accept your invitation"
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
    <AuthLayout title="Accept your invitation" text={text}>
      <AuthForm result={actionData} button="Create account">
        <input type="hidden" autoComplete="username" value={invitation.email} readOnly />
        <DisplayNameField
          typed={actionData?.typed['displayName']}
          hint="Visitors read it under your posts."
        />
        <NewPasswordField />
      </AuthForm>
      {signInWays.singleSignOn && (
        <SingleSignOnLink to={singleSignOnAddress(null)}>Accept with single sign-on</SingleSignOnLink>
      )}
    </AuthLayout>
  );
}

function Closed() {
  return (
    <AuthLayout
      title="Invitation closed"
      text="This invitation has been used, withdrawn or has expired. Ask for a new one."
    >
      <a href={href('/admin/login')} className={buttonClass('secondary')}>
        Admin Login
      </a>
    </AuthLayout>
  );
}
