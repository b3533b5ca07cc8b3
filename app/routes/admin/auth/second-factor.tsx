import { useState } from 'react';
import { href, redirect, useSearchParams } from 'react-router';

import type { Route } from './+types/second-factor';
import { deviceOf } from '#domain/accounts/device-of.ts';
import { findSession } from '#domain/accounts/sessions/sessions.ts';
import { proveSecondFactor } from '#domain/accounts/sign-in/prove-second-factor.ts';
import { unexpectedSignInMessage } from '#domain/accounts/sign-in-message.ts';
import { fieldOf } from '#app/http/field-of.ts';
import { hydratedWhere } from '#app/http/hydration.ts';
import { internalPath } from '#app/http/internal-path.ts';
import { browserOf } from '#app/http/browser-of.ts';
import { authContext, domainContext, type DomainContext } from '#app/http/request-context.ts';
import { refusal } from '#app/http/respond.ts';
import { withCookies } from '#app/http/with-cookies.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { Toaster } from '#app/ui/toaster.tsx';
import { AuthForm, PasskeyForm, SignOutForm } from './auth-form.tsx';
import { authHeaders } from './auth-headers.ts';
import { AuthLayout } from './auth-layout.tsx';
import { returnPath } from './return-path.ts';
import type { ActionResult } from '../actions/action-result.ts';
import { formAction, type FormRequest, type Refused } from '../actions/form-action.ts';
import { redirectWithToast } from '../frame/redirect-toasts.ts';
import { AddPasskey } from '../factors/add-passkey.tsx';
import { AuthenticatorSetUp } from '../factors/authenticator-set-up.tsx';
import { CodeField } from '../factors/code-field.tsx';
import { RecoveryCodes } from '../factors/recovery-codes.tsx';

/** Only for a sign-in that lacks a factor: every other user is redirected. */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  let session;
  try {
    session = await findSession(context.get(domainContext), request.headers);
  } catch (error) {
    throw refusal(error, unexpectedSignInMessage, context);
  }
  if (!session) throw redirect(`${href('/admin/login')}${url.search}`);
  if (!session.pending) throw redirect(returnPath(url));
  const device = deviceOf(request.headers.get('user-agent'));
  return { email: session.email, missing: session.pending.missing, device };
}

const failures = { code: unexpectedSignInMessage, passkey: unexpectedSignInMessage };

export const action = formAction(
  failures,
  {
    code: (ctx, { code = '' }, sent) => prove(ctx, { code }, sent),
    passkey: (ctx, { credential = '' }, sent) => prove(ctx, { passkey: credential }, sent),
  },
  { defaultIntent: 'code' },
);

async function prove(
  ctx: DomainContext,
  proof: { code: string } | { passkey: string },
  { request, context, url }: FormRequest,
): Promise<Refused> {
  const auth = context.get(authContext);
  const session = await findSession(ctx, request.headers);
  if (!session) throw redirect(`${href('/admin/login')}${url.search}`);
  if (!session.pending) throw redirect(returnPath(url));
  if (session.pending.missing !== 'prove') throw redirect(`${href('/admin/second-factor')}${url.search}`);
  const answer = await proveSecondFactor(ctx, auth, session, proof, browserOf(request, ctx));
  if (!answer.ok) return { refused: { status: answer.status, message: answer.message } };
  throw redirectWithToast(returnPath(url), { key: 'signed-in' }, withCookies(answer.setCookies));
}

export const headers = authHeaders;

/** Setting one up takes several steps. */
export const handle = hydratedWhere((loaderData) => fieldOf(loaderData, 'missing') === 'set-up');

/** Not after a factor was set up: the recovery codes are still shown then. */
export function shouldRevalidate() {
  return false;
}

export default function SecondFactor({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.missing === 'prove') return <Prove result={actionData} />;
  return (
    <Toaster>
      <SetUp device={loaderData.device} />
    </Toaster>
  );
}

function Prove({ result }: { result: ActionResult | undefined }) {
  return (
    <AuthLayout
      title="Second factor"
      text="Your account needs more than a password. Type a code of your authenticator app, or use a passkey."
    >
      <AuthForm result={result} failure={failures.code} button="Continue">
        <CodeField isFocused />
      </AuthForm>
      <PasskeyForm failure={failures.passkey} label="Use a passkey" />
      <p className="text-ink-soft">
        Have you lost both? Type one of your recovery codes. If you have none, ask the operator of the server
        to remove your sign-in factors (npm run admin -- reset-factors).
      </p>
      <SignOutForm variant="quiet">Sign in as another user</SignOutForm>
    </AuthLayout>
  );
}

function SetUp({ device }: { device: string }) {
  const [params] = useSearchParams();
  const [codes, setCodes] = useState<string[] | null>(null);
  const [isDone, setDone] = useState(false);
  const goOn = internalPath(params.get('from'), href('/admin'));
  if (codes || isDone) {
    return (
      <AuthLayout title="Second factor" text="Your account is protected by a second factor now.">
        {codes && <RecoveryCodes codes={codes} />}
        <a href={goOn} className={buttonClass('primary')}>
          Continue
        </a>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout
      title="Set up a second factor"
      text="This site asks for more than a password. Add a passkey, or set up an authenticator app, to go on."
    >
      <AddPasskey device={device} onDone={() => setDone(true)} />
      <hr className="border-line" />
      <AuthenticatorSetUp onDone={setCodes} />
      <SignOutForm variant="quiet">Sign in as another user</SignOutForm>
    </AuthLayout>
  );
}
