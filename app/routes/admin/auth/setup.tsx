import { data } from 'react-router';

import type { Route } from './+types/setup';
import { isSetupOpen } from '#domain/admins/is-setup-open.ts';
import { setUpFirstAdmin } from '#domain/admins/set-up-first-admin.ts';
import { formFields, textField } from '#app/http/form-fields.ts';
import { hydrated } from '#app/http/hydration.ts';
import { readForm } from '#app/http/read-form.ts';
import { authContext, domainContext } from '#app/http/request-context.ts';
import { failureOf, refusal } from '#app/http/respond.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { DisplayNameField } from './display-name-field.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { AuthForm } from './auth-form.tsx';
import { EmailField } from './email-field.tsx';
import { redirectAfterSignIn } from './redirect-after-sign-in.ts';
import { linkHeaders, tokenOf } from './token-link.ts';
import { NewPasswordField } from './new-password-field.tsx';
import { screenMeta } from '../frame/screen-meta.ts';
import stylesheet from '../admin.css?url';

export const handle = hydrated;

const errorMessage = 'The account could not be created. Please try again.';

export async function loader({ context, url }: Route.LoaderArgs) {
  let isOpen: boolean;
  try {
    isOpen = await isSetupOpen(context.get(domainContext), tokenOf(url));
  } catch (error) {
    throw refusal(error, 'Something went wrong on our side. Please try again.', context);
  }
  return data({ isOpen }, { status: isOpen ? 200 : 410 });
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const form = await readForm(request);
  const auth = context.get(authContext);
  const domain = context.get(domainContext);
  const typed = { email: textField(form, 'email'), displayName: textField(form, 'displayName') };
  try {
    await setUpFirstAdmin(domain, auth, { ...formFields(form), token: tokenOf(url) });
    const credentials = { email: typed.email, password: textField(form, 'password') };
    return await redirectAfterSignIn(domain, auth, credentials, request);
  } catch (error) {
    const { status, message } = failureOf(error, errorMessage, context);
    return data({ ...typed, message }, { status: status === 403 ? 410 : status });
  }
}

export function headers() {
  return linkHeaders;
}

export function meta() {
  return screenMeta('Set up');
}

export function links() {
  return [{ rel: 'stylesheet', href: stylesheet }];
}

export default function Setup({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData.isOpen) return <Closed />;

  return (
    <AuthLayout
      title="Set up the admin"
      text="This creates the first account. It can do everything, and invite others."
    >
      <AuthForm message={actionData?.message} button="Create account">
        <EmailField typed={actionData?.email} />
        <DisplayNameField typed={actionData?.displayName} />
        <NewPasswordField />
      </AuthForm>
    </AuthLayout>
  );
}

function Closed() {
  return (
    <AuthLayout
      title="Set-up link closed"
      text="This set-up link has been used or has expired. Start the server again to get a new one, if there is no account yet."
    >
      <a href="/admin/login" className={buttonClass('secondary')}>
        Admin Login
      </a>
    </AuthLayout>
  );
}
