import { Link, href } from 'react-router';

import type { Route } from './+types/forgot-password';
import { requestPasswordReset } from '#domain/accounts/profile/reset-password.ts';
import { domainContext } from '#app/http/request-context.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { formAction } from '../actions/form-action.ts';
import { EmailField } from '#app/ui/field.tsx';
import { AuthForm } from './auth-form.tsx';
import { authHeaders } from './auth-headers.ts';
import { AuthLayout, AuthMessage, OnlySingleSignOn } from './auth-layout.tsx';

export function loader({ context }: Route.LoaderArgs) {
  const { mail, signInWays } = context.get(domainContext);
  return { sendsEmail: mail.isSetUp, hasPasswords: signInWays.passwords };
}

const failures = { request: 'The email could not be sent. Please try again.' };

export const action = formAction(
  failures,
  { request: { run: (ctx, { email = '' }) => requestPasswordReset(ctx, email), done: null } },
  { echo: ['email'] },
);

export const headers = authHeaders;

const title = 'Forgot your password?';
const noMail =
  'This site does not send email yet, so it cannot send you a link. Please ask the person who runs the site.';
const sent =
  'If there is an account with this address, a link to choose a new password is on its way. It works once, within an hour.';

export default function ForgotPassword({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData.hasPasswords) return <OnlySingleSignOn result={actionData} />;
  if (!loaderData.sendsEmail) return <AuthMessage title={title} text={noMail} label="Back to login" />;
  if (actionData?.ok === true)
    return <AuthMessage title="Check your email" text={sent} label="Back to login" />;

  return (
    <AuthLayout
      title={title}
      text="Enter your email address. If there is an account, a link to choose a new password is sent to it."
    >
      <AuthForm result={actionData} failure={failures.request} button="Send link">
        <EmailField autoComplete="username" defaultValue={actionData?.typed['email']} />
      </AuthForm>
      <Link to={href('/admin/login')} className={buttonClass('secondary')}>
        Back to login
      </Link>
    </AuthLayout>
  );
}
