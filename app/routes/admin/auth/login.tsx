import { useEffect, useRef, useState } from 'react';
import { Form, Link, data, redirect, useNavigation } from 'react-router';

import type { Route } from './+types/login';
import { resendConfirmation } from '#domain/auth/resend-confirmation.ts';
import { findActor } from '#domain/auth/find-actor.ts';
import { signIn } from '#domain/auth/sign-in.ts';
import { signInWithPasskey } from '#domain/auth/sign-in-with-passkey.ts';
import { unconfirmed, unexpectedSignInMessage } from '#domain/auth/sign-in-message.ts';
import { browserOf } from '#app/http/browser-of.ts';
import { textField } from '#app/http/form-fields.ts';
import { hydrated } from '#app/http/hydration.ts';
import { readForm } from '#app/http/read-form.ts';
import { authContext, domainContext, reportErrorContext } from '#app/http/request-context.ts';
import { failureOf } from '#app/http/respond.ts';
import { withCookies } from '#app/http/with-cookies.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { PasswordField } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { EmailField } from './email-field.tsx';
import { authHeaders } from './auth-headers.ts';
import { PasskeySignIn, passkeyIntent } from './passkey-sign-in.tsx';
import { returnPath } from './return-path.ts';
import { withNetworkFallback } from '../actions/network-error.ts';
import { redirectWithToast } from '../frame/redirect-toasts.ts';
import { screenMeta } from '../frame/screen-meta.ts';
import stylesheet from '../admin.css?url';

export const handle = hydrated;

/** A signed-in administrator is redirected to the admin; a user without a role is told that they have no access. */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  try {
    const session = await context.get(authContext).findSession(request.headers);
    if (!session || session.pending) return { userWithoutRole: null, error: null };
    if (!session.actor) return { userWithoutRole: session.email, error: null };
  } catch (error) {
    context.get(reportErrorContext)(error);
    return data({ userWithoutRole: null, error: unexpectedSignInMessage }, { status: 503 });
  }
  throw redirect(returnPath(url));
}

/** The result of a form; `canResend` when the confirmation email can be requested again. */
type Answer = { email: string; message: string | null; canResend?: true; isResent?: true };

export async function action({ request, context, url }: Route.ActionArgs) {
  const form = await readForm(request);
  const email = textField(form, 'email');
  const domain = context.get(domainContext);
  if (textField(form, 'intent') === resendIntent) return resend(email, context);
  try {
    const auth = context.get(authContext);
    const browser = browserOf(request, auth);
    const credentials = { email, password: textField(form, 'password') };
    const answer =
      textField(form, 'intent') === passkeyIntent
        ? await signInWithPasskey(domain, auth, textField(form, 'credential'), browser)
        : await signIn(domain, auth, credentials, browser);
    if (!answer.ok) {
      const { message, status, code } = answer;
      return data<Answer>(
        { email, message, ...(code === unconfirmed.code && { canResend: true }) },
        { status },
      );
    }

    const cookies = withCookies(answer.setCookies);
    if (answer.missing) return redirect(`/admin/second-factor${url.search}`, { headers: cookies });
    if (!(await findActor(domain, answer.userId))) return redirect('/admin/login', { headers: cookies });
    return redirectWithToast(returnPath(url), { key: 'signed-in' }, cookies);
  } catch (error) {
    const failure = failureOf(error, unexpectedSignInMessage, context);
    const status = failure.status === 500 ? 503 : failure.status;
    return data<Answer>({ email, message: failure.message }, { ...failure, status });
  }
}

const resendIntent = 'resend-confirmation';
const resendFailure = 'The email could not be sent. Please try again.';

async function resend(email: string, context: Route.ActionArgs['context']) {
  try {
    await resendConfirmation(context.get(domainContext), email);
    return data<Answer>({ email, message: null, isResent: true });
  } catch (error) {
    const { message, ...failure } = failureOf(error, resendFailure, context);
    return data<Answer>({ email, message, canResend: true }, failure);
  }
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData();
  const email = textField(form, 'email');
  const isResend = textField(form, 'intent') === resendIntent;
  return withNetworkFallback(
    serverAction(),
    isResend ? resendFailure : unexpectedSignInMessage,
    (message): Answer => ({
      email,
      message,
      ...(isResend && { canResend: true }),
    }),
  );
}

export const headers = authHeaders;

export function meta() {
  return screenMeta('Admin Login');
}

export function links() {
  return [{ rel: 'stylesheet', href: stylesheet }];
}

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.userWithoutRole !== null) return <NoAccess email={loaderData.userWithoutRole} />;
  return <SignInForm answer={actionData} message={actionData?.message ?? loaderData.error} />;
}

function SignInForm({ answer, message }: { answer: Answer | undefined; message: string | null }) {
  const { state, formData } = useNavigation();
  const isBusy = state !== 'idle';
  const isResending = isBusy && formData?.get('intent') === resendIntent;
  const isSent = useRef(false);
  const password = useRef<HTMLInputElement>(null);
  const [passkeyFailure, setPasskeyFailure] = useState<string | null>(null);
  const shown = passkeyFailure ?? message;

  useEffect(() => {
    if (!isBusy) isSent.current = false;
  }, [isBusy]);
  useEffect(() => {
    if (answer && !isBusy) password.current?.focus();
  }, [answer, isBusy]);

  return (
    <AuthLayout title="Admin Login" text="Enter your credentials to access the admin dashboard">
      {shown !== null && !isBusy && (
        <Notice>
          <p id="sign-in-error">{shown}</p>
        </Notice>
      )}
      <output className="empty:hidden">
        {answer?.isResent === true &&
          !isBusy &&
          `If this account still has to be confirmed, we sent the email to ${answer.email} again. It can take a few minutes.`}
      </output>
      {answer?.canResend === true && (!isBusy || isResending) && (
        <Form method="post" className="grid">
          <input type="hidden" name="intent" value={resendIntent} />
          <input type="hidden" name="email" value={answer.email} />
          <Button type="submit" pending={isResending}>
            Send the email again
          </Button>
        </Form>
      )}
      <Form
        method="post"
        className="grid gap-4"
        onSubmit={(event) => {
          if (isSent.current) event.preventDefault();
          isSent.current = true;
          setPasskeyFailure(null);
        }}
      >
        <EmailField typed={answer?.email} disabled={isBusy} offersPasskeys />
        <PasswordField
          ref={password}
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          disabled={isBusy}
        />
        <Button type="submit" variant="primary" disabled={isBusy} pending={isBusy && !isResending}>
          {isBusy && !isResending ? 'Signing in...' : 'Sign In'}
        </Button>
      </Form>
      <PasskeySignIn disabled={isBusy} onError={setPasskeyFailure} />
      <Link
        to="/admin/forgot-password"
        className="justify-self-start rounded-sm text-ink-soft underline underline-offset-4 hover:text-ink"
      >
        Forgot your password?
      </Link>
    </AuthLayout>
  );
}

function NoAccess({ email }: { email: string }) {
  return (
    <AuthLayout
      title="Admin Login"
      text={`You are signed in as ${email}, but this account is not an administrator.`}
    >
      <Form method="post" action="/admin/logout" reloadDocument className="grid">
        <button type="submit" className={buttonClass('secondary')}>
          Sign Out
        </button>
      </Form>
    </AuthLayout>
  );
}
