import { Link, href } from 'react-router';

import type { Route } from './+types/forgot-password';
import { requestPasswordReset } from '#domain/auth/request-password-reset.ts';
import { hydrated } from '#app/http/hydration.ts';
import { domainContext } from '#app/http/request-context.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { formAction } from '../actions/form-action.ts';
import { formClientAction } from '../actions/form-client-action.ts';
import { AuthLayout } from './auth-layout.tsx';
import { AuthForm } from './auth-form.tsx';
import { authHeaders } from './auth-headers.ts';
import { OnlySingleSignOn } from './only-single-sign-on.tsx';
import { EmailField } from './email-field.tsx';
import { screenMeta } from '../frame/screen-meta.ts';
import stylesheet from '../admin.css?url';

export const handle = hydrated;

export function loader({ context }: Route.LoaderArgs) {
  const { mail, signInWays } = context.get(domainContext);
  return { sendsEmail: mail.isSetUp, hasPasswords: signInWays.passwords };
}

const failures = { request: 'The email could not be sent. Please try again.' };
const options = { echo: ['email'] };

export const action = formAction(
  failures,
  { request: { run: (ctx, { email = '' }) => requestPasswordReset(ctx, email), done: null } },
  options,
);

export const clientAction = formClientAction(failures, options);

export const headers = authHeaders;

export function meta() {
  return screenMeta('Forgot password');
}

export function links() {
  return [{ rel: 'stylesheet', href: stylesheet }];
}

export default function ForgotPassword({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData.hasPasswords) return <OnlySingleSignOn />;
  if (!loaderData.sendsEmail) return <NoMail />;
  if (actionData?.ok === true) return <Sent />;

  return (
    <AuthLayout
      title="Forgot your password?"
      text="Enter your email address. If there is an account, a link to choose a new password is sent to it."
    >
      <AuthForm result={actionData} button="Send link">
        <EmailField typed={actionData?.typed['email']} />
      </AuthForm>
      <BackToLogin />
    </AuthLayout>
  );
}

function Sent() {
  return (
    <AuthLayout
      title="Check your email"
      text="If there is an account with this address, a link to choose a new password is on its way. It works once, within an hour."
    >
      <BackToLogin />
    </AuthLayout>
  );
}

function NoMail() {
  return (
    <AuthLayout
      title="Forgot your password?"
      text="This site does not send email yet, so it cannot send you a link. Please ask the person who runs the site."
    >
      <BackToLogin />
    </AuthLayout>
  );
}

function BackToLogin() {
  return (
    <Link to={href('/admin/login')} className={buttonClass('secondary')}>
      Back to login
    </Link>
  );
}
