import { data, redirect, href } from 'react-router';

import type { Route } from './+types/login';
import { resendConfirmation } from '#domain/accounts/profile/confirm-email.ts';
import { findSession } from '#domain/accounts/sessions/sessions.ts';
import { signIn } from '#domain/accounts/sign-in/sign-in.ts';
import { signInWithPasskey } from '#domain/accounts/sign-in/sign-in-with-passkey.ts';
import type { SignIn } from '#domain/accounts/sign-in/finish-sign-in.ts';
import { unconfirmed, unexpectedSignInMessage } from '#domain/accounts/sign-in-message.ts';
import { browserOf } from '#app/http/browser-of.ts';
import { authContext, domainContext, reportErrorContext } from '#app/http/request-context.ts';
import { withCookies } from '#app/http/with-cookies.ts';
import { Button } from '#app/ui/button.tsx';
import { EmailField, PasswordField } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { AuthForm, InPlaceForm, PasskeyForm, SignOutForm } from './auth-form.tsx';
import { authHeaders } from './auth-headers.ts';
import { returnPath } from './return-path.ts';
import { failureIn, singleSignOnAddress } from './single-sign-on-address.ts';
import type { ActionResult } from '../actions/action-result.ts';
import { formAction, type Refused } from '../actions/form-action.ts';
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
    'resend-confirmation': { run: (ctx, { email = '' }) => resendConfirmation(ctx, email), done: null },
  },
  { defaultIntent: 'sign-in', echo: ['email', 'intent'], statuses: { 500: 503 } },
);

/** Continues to the admin, to the screen of a missing second factor, or says why not. */
function answerSignIn(answer: SignIn, url: URL): Refused {
  if (!answer.ok) return { refused: { status: answer.status, message: answer.message } };
  const headers = withCookies(answer.setCookies);
  if (answer.missing) throw redirect(`${href('/admin/second-factor')}${url.search}`, { headers });
  if (!answer.isAdmin) throw redirect(href('/admin/login'), { headers });
  throw redirectWithToast(returnPath(url), { key: 'signed-in' }, headers);
}

export const headers = authHeaders;

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.userWithoutRole !== null) return <NoAccess email={loaderData.userWithoutRole} />;
  if (!loaderData.ways.passwords) return <SingleSignOnOnly result={actionData} loaded={loaderData} />;
  return <SignInForm result={actionData} loaded={loaderData} />;
}

type Loaded = Route.ComponentProps['loaderData'];

type Shown = { result: ActionResult | undefined; loaded: Loaded };

function SingleSignOnOnly({ result, loaded: { from, error } }: Shown) {
  const message = result?.ok === false ? result.message : error;
  return (
    <AuthLayout title="Admin Login" text="Sign in to access the admin dashboard">
      {message !== null && <Notice>{message}</Notice>}
      <SingleSignOnLink to={singleSignOnAddress(from)} isPrimary />
    </AuthLayout>
  );
}

function SignInForm({ result, loaded }: Shown) {
  const email = result?.typed['email'];
  return (
    <AuthLayout title="Admin Login" text="Enter your credentials to access the admin dashboard">
      {result === undefined && loaded.error !== null && <Notice>{loaded.error}</Notice>}
      {result?.ok === true && (
        <p role="status">
          {`If this account still has to be confirmed, we sent the email to ${email} again. It can take a few minutes.`}
        </p>
      )}
      <AuthForm result={result} failure={failures['sign-in']} button="Sign In" busy="Signing in...">
        <EmailField autoComplete="username webauthn" defaultValue={email} autoFocus={result === undefined} />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          autoFocus={result !== undefined}
        />
      </AuthForm>
      {canResend(result) && (
        <InPlaceForm failure={failures['resend-confirmation']} className="grid gap-4">
          <input type="hidden" name="intent" value="resend-confirmation" />
          <input type="hidden" name="email" value={email} />
          <Button type="submit" data-busy="Sending...">
            Send the email again
          </Button>
        </InPlaceForm>
      )}
      <div className="grid gap-2">
        <PasskeyForm failure={failures.passkey} label="Sign in with a passkey" />
        {loaded.ways.singleSignOn && <SingleSignOnLink to={singleSignOnAddress(loaded.from)} />}
      </div>
      <a
        href={href('/admin/forgot-password')}
        className="justify-self-start rounded-sm text-ink-soft underline underline-offset-4 hover:text-ink"
      >
        Forgot your password?
      </a>
    </AuthLayout>
  );
}

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
