import { useState } from 'react';
import { Form, data, redirect, useNavigation, useSearchParams } from 'react-router';

import type { Route } from './+types/second-factor';
import { deviceOf } from '#domain/auth/device-of.ts';
import { proveSecondFactor } from '#domain/auth/prove-second-factor.ts';
import { unexpectedSignInMessage } from '#domain/auth/sign-in-message.ts';
import { browserOf } from '#app/http/browser-of.ts';
import { textField } from '#app/http/form-fields.ts';
import { hydrated } from '#app/http/hydration.ts';
import { readForm } from '#app/http/read-form.ts';
import { authContext, domainContext } from '#app/http/request-context.ts';
import { failureOf, refusal } from '#app/http/respond.ts';
import { withCookies } from '#app/http/with-cookies.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Toaster } from '#app/ui/toaster.tsx';
import { AuthForm } from './auth-form.tsx';
import { authHeaders } from './auth-headers.ts';
import { AuthLayout } from './auth-layout.tsx';
import { PasskeySignIn, passkeyIntent } from './passkey-sign-in.tsx';
import { returnPath } from './return-path.ts';
import { redirectWithToast } from '../frame/redirect-toasts.ts';
import { screenMeta } from '../frame/screen-meta.ts';
import { AddPasskey } from '../factors/add-passkey.tsx';
import { AuthenticatorSetUp } from '../factors/authenticator-set-up.tsx';
import { CodeField } from '../factors/code-field.tsx';
import { RecoveryCodes } from '../factors/recovery-codes.tsx';
import stylesheet from '../admin.css?url';

export const handle = hydrated;

/** Only for a sign-in that lacks a factor: anybody else has nothing to do here. */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  let session;
  try {
    session = await context.get(authContext).findSession(request.headers);
  } catch (error) {
    throw refusal(error, unexpectedSignInMessage, context);
  }
  if (!session) throw redirect(`/admin/login${url.search}`);
  if (!session.pending) throw redirect(returnPath(url));
  const device = deviceOf(request.headers.get('user-agent'));
  return { email: session.email, missing: session.pending.missing, device };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const form = await readForm(request);
  const auth = context.get(authContext);
  try {
    const session = await auth.findSession(request.headers);
    if (!session) return redirect(`/admin/login${url.search}`);
    if (!session.pending) return redirect(returnPath(url));
    if (session.pending.missing !== 'prove') return redirect(`/admin/second-factor${url.search}`);
    const proof =
      textField(form, 'intent') === passkeyIntent
        ? { passkey: textField(form, 'credential') }
        : { code: textField(form, 'code') };
    const domain = context.get(domainContext);
    const answer = await proveSecondFactor(domain, auth, session, proof, browserOf(request, auth));
    if (!answer.ok) return data({ message: answer.message }, { status: answer.status });
    return redirectWithToast(returnPath(url), { key: 'signed-in' }, withCookies(answer.setCookies));
  } catch (error) {
    const { message, ...failure } = failureOf(error, unexpectedSignInMessage, context);
    return data({ message }, failure);
  }
}

export const headers = authHeaders;

/** Not after a factor was set up: the recovery codes are still shown then. */
export function shouldRevalidate() {
  return false;
}

export function meta() {
  return screenMeta('Second factor');
}

export function links() {
  return [{ rel: 'stylesheet', href: stylesheet }];
}

export default function SecondFactor({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.missing === 'prove') return <Prove message={actionData?.message ?? null} />;
  return (
    <Toaster>
      <SetUp device={loaderData.device} />
    </Toaster>
  );
}

function Prove({ message }: { message: string | null }) {
  const isBusy = useNavigation().state !== 'idle';
  const [failure, setFailure] = useState<string | null>(null);
  return (
    <AuthLayout
      title="Second factor"
      text="Your account needs more than a password. Type a code of your authenticator app, or use a passkey."
    >
      {failure !== null && !isBusy && (
        <Notice>
          <p>{failure}</p>
        </Notice>
      )}
      <AuthForm message={failure === null ? message : null} button="Continue">
        <CodeField />
      </AuthForm>
      <PasskeySignIn disabled={isBusy} onError={setFailure} />
      <SignInAgain />
    </AuthLayout>
  );
}

function SetUp({ device }: { device: string }) {
  const [params] = useSearchParams();
  const [codes, setCodes] = useState<string[] | null>(null);
  const [isDone, setDone] = useState(false);
  const goOn = params.get('from') ?? '/admin';
  if (codes || isDone) {
    return (
      <AuthLayout title="Second factor" text="Your account is protected by a second factor now.">
        {codes && <RecoveryCodes codes={codes} />}
        <a href={goOn.startsWith('/admin') ? goOn : '/admin'} className={buttonClass('primary')}>
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
      <SignInAgain />
    </AuthLayout>
  );
}

function SignInAgain() {
  return (
    <Form method="post" action="/admin/logout" reloadDocument className="grid">
      <button type="submit" className={buttonClass('quiet')}>
        Sign in as somebody else
      </button>
    </Form>
  );
}
