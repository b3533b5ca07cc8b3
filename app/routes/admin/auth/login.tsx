import { useEffect, useRef, useState } from 'react';
import { Form, Link, data, redirect, useNavigation, href } from 'react-router';

import type { Route } from './+types/login';
import { resendConfirmation } from '#domain/accounts/confirm-email.ts';
import { findSession } from '#domain/accounts/sessions/sessions.ts';
import { signIn } from '#domain/accounts/sign-in/sign-in.ts';
import { signInWithPasskey } from '#domain/accounts/sign-in/sign-in-with-passkey.ts';
import type { SignIn } from '#domain/accounts/sign-in/finish-sign-in.ts';
import { unconfirmed, unexpectedSignInMessage } from '#domain/accounts/sign-in/sign-in-message.ts';
import { browserOf } from '#app/http/browser-of.ts';
import { authContext, domainContext, reportErrorContext } from '#app/http/request-context.ts';
import { withCookies } from '#app/http/with-cookies.ts';
import { Button } from '#app/ui/button.tsx';
import { PasswordField } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { EmailField, SignOutForm } from './auth-form.tsx';
import { authHeaders } from './auth-headers.ts';
import { PasskeySignIn } from './passkey-sign-in.tsx';
import { returnPath } from './return-path.ts';
import { failureIn, singleSignOnAddress } from './single-sign-on-address.ts';
import type { ActionResult } from '../actions/action-result.ts';
import { formAction, type Refused } from '../actions/form-action.ts';
import { formClientAction } from '../actions/form-client-action.ts';
import { SingleSignOnLink } from '../factors/single-sign-on-link.tsx';
import { redirectWithToast } from '../frame/redirect-toasts.ts';

/** A signed-in administrator is redirected to the admin; a user without a role is told that they have no access. */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  const domain = context.get(domainContext);
  const shown = { ways: domain.signInWays, from: url.searchParams.get('from'), error: failureIn(url) };
  try {
    const session = await findSession(domain, request.headers);
    if (!session || session.pending) return { ...shown, userWithoutRole: null };
    if (!session.actor) return { ...shown, userWithoutRole: session.email };
  } catch (error) {
    context.get(reportErrorContext)(error);
    return data({ ...shown, userWithoutRole: null, error: unexpectedSignInMessage }, { status: 503 });
  }
  throw redirect(returnPath(url));
}

const failures = {
  'sign-in': unexpectedSignInMessage,
  passkey: unexpectedSignInMessage,
  'resend-confirmation': 'The email could not be sent. Please try again.',
};
const options = { defaultIntent: 'sign-in', echo: ['email', 'intent'] } as const;

export const action = formAction(
  failures,
  {
    'sign-in': async (ctx, { email = '', password = '' }, { request, context, url }) => {
      const auth = context.get(authContext);
      const answer = await signIn(ctx, auth, { email, password }, browserOf(request, ctx));
      return answerSignIn(answer, url);
    },
    passkey: async (ctx, { credential = '' }, { request, context, url }) => {
      const auth = context.get(authContext);
      return answerSignIn(await signInWithPasskey(ctx, auth, credential, browserOf(request, ctx)), url);
    },
    'resend-confirmation': {
      run: (ctx, { email = '' }) => resendConfirmation(ctx, email),
      done: null,
    },
  },
  { ...options, statuses: { 500: 503 } },
);

/** Continues to the admin, to the screen of a missing second factor, or says why not. */
function answerSignIn(answer: SignIn, url: URL): Refused {
  if (!answer.ok) return { refused: { status: answer.status, message: answer.message } };
  const headers = withCookies(answer.setCookies);
  if (answer.missing) throw redirect(`${href('/admin/second-factor')}${url.search}`, { headers });
  if (!answer.isAdmin) throw redirect(href('/admin/login'), { headers });
  throw redirectWithToast(returnPath(url), { key: 'signed-in' }, headers);
}

export const clientAction = formClientAction(failures, options);

export const headers = authHeaders;

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.userWithoutRole !== null) return <NoAccess email={loaderData.userWithoutRole} />;
  if (!loaderData.ways.passwords) return <SingleSignOnOnly loaded={loaderData} />;
  return <SignInForm result={actionData} loaded={loaderData} />;
}

type Loaded = Route.ComponentProps['loaderData'];

function SingleSignOnOnly({ loaded: { from, error } }: { loaded: Loaded }) {
  return (
    <AuthLayout title="Admin Login" text="Sign in to access the admin dashboard">
      {error !== null && <Notice>{error}</Notice>}
      <SingleSignOnLink to={singleSignOnAddress(from)} isPrimary />
    </AuthLayout>
  );
}

function SignInForm({ result, loaded }: { result: ActionResult | undefined; loaded: Loaded }) {
  const { state, formData } = useNavigation();
  const isBusy = state !== 'idle';
  const isResending = isBusy && formData?.get('intent') === 'resend-confirmation';
  const [passkeyFailure, setPasskeyFailure] = useState<string | null>(null);
  const message = passkeyFailure ?? (result ? (result.ok ? null : result.message) : loaded.error);
  const typedEmail = result?.typed['email'];
  const isSent = useRef(false);
  const password = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (!isBusy) isSent.current = false;
  }, [isBusy]);
  useEffect(() => {
    if (result && !isBusy) password.current?.focus();
  }, [result, isBusy]);

  return (
    <AuthLayout title="Admin Login" text="Enter your credentials to access the admin dashboard">
      {message !== null && !isBusy && <Notice>{message}</Notice>}
      <output className="empty:hidden">
        {result?.ok === true &&
          !isBusy &&
          `If this account still has to be confirmed, we sent the email to ${typedEmail} again. It can take a few minutes.`}
      </output>
      {canResend(result) && (!isBusy || isResending) && (
        <Form method="post" className="grid">
          <input type="hidden" name="intent" value="resend-confirmation" />
          <input type="hidden" name="email" value={typedEmail} />
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
        <EmailField typed={typedEmail} disabled={isBusy} offersPasskeys />
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
      <div className="grid gap-2">
        <PasskeySignIn label="Sign in with a passkey" disabled={isBusy} onError={setPasskeyFailure} />
        {loaded.ways.singleSignOn && <SingleSignOnLink to={singleSignOnAddress(loaded.from)} />}
      </div>
      <Link
        to={href('/admin/forgot-password')}
        className="justify-self-start rounded-sm text-ink-soft underline underline-offset-4 hover:text-ink"
      >
        Forgot your password?
      </Link>
    </AuthLayout>
  );
}

/** Whether the confirmation email can be requested again. */
function canResend(result: ActionResult | undefined): boolean {
  if (result?.ok !== false) return false;
  return result.message === unconfirmed.message || result.typed['intent'] === 'resend-confirmation';
}

function NoAccess({ email }: { email: string }) {
  return (
    <AuthLayout
      title="Admin Login"
      text={`You are signed in as ${email}, but this account is not an administrator.`}
    >
      <SignOutForm>Sign Out</SignOutForm>
    </AuthLayout>
  );
}
