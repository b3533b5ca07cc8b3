import { data } from 'react-router';

import type { Route } from './+types/invitation';
import { acceptInvitation } from '#domain/admins/accept-invitation.ts';
import { findInvitation } from '#domain/admins/find-invitation.ts';
import { formFields, textField } from '#app/http/form-fields.ts';
import { hydrated } from '#app/http/hydration.ts';
import { readForm } from '#app/http/read-form.ts';
import { authContext, domainContext } from '#app/http/request-context.ts';
import { failureOf, refusal } from '#app/http/respond.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { roleNames } from '#domain/permissions.ts';
import { DisplayNameField } from './display-name-field.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { AuthForm } from './auth-form.tsx';
import { redirectAfterSignIn } from './redirect-after-sign-in.ts';
import { linkHeaders, tokenOf } from './token-link.ts';
import { NewPasswordField } from './new-password-field.tsx';
import { screenMeta } from '../frame/screen-meta.ts';
import stylesheet from '../admin.css?url';

export const handle = hydrated;

export async function loader({ context, url }: Route.LoaderArgs) {
  try {
    const found = await findInvitation(context.get(domainContext), tokenOf(url));
    const invitation = found && { email: found.email, roleName: roleNames[found.role] };
    return data({ invitation }, { status: invitation ? 200 : 410 });
  } catch (error) {
    throw refusal(error, 'Something went wrong on our side. Please try again.', context);
  }
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const form = await readForm(request);
  const auth = context.get(authContext);
  const domain = context.get(domainContext);
  const displayName = textField(form, 'displayName');
  try {
    const { email } = await acceptInvitation(domain, auth, { ...formFields(form), token: tokenOf(url) });
    const credentials = { email, password: textField(form, 'password') };
    return await redirectAfterSignIn(domain, auth, credentials, request);
  } catch (error) {
    const { status, message } = failureOf(
      error,
      'The account could not be created. Please try again.',
      context,
    );
    return data({ displayName, message }, { status: status === 403 ? 410 : status });
  }
}

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
  const { invitation } = loaderData;
  if (!invitation) return <Closed />;

  return (
    <AuthLayout title="Accept your invitation" text={`${invitation.email} · ${invitation.roleName}`}>
      <AuthForm message={actionData?.message} button="Create account">
        <input type="hidden" autoComplete="username" value={invitation.email} readOnly />
        <DisplayNameField typed={actionData?.displayName} hint="Visitors read it under your posts." />
        <NewPasswordField />
      </AuthForm>
    </AuthLayout>
  );
}

function Closed() {
  return (
    <AuthLayout
      title="Invitation closed"
      text="This invitation has been used, withdrawn or has expired. Ask for a new one."
    >
      <a href="/admin/login" className={buttonClass('secondary')}>
        Admin Login
      </a>
    </AuthLayout>
  );
}
