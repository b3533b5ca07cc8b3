import type { Route } from './+types/api-auth';
import { signOut } from '#domain/accounts/sessions/end-sessions.ts';
import { findSession } from '#domain/accounts/sessions/sessions.ts';
import type { SignIn } from '#domain/accounts/sign-in/finish-sign-in.ts';
import { factorCodes } from '#domain/accounts/sign-in-message.ts';
import { signInWithPasskey } from '#domain/accounts/sign-in/sign-in-with-passkey.ts';
import { signIn } from '#domain/accounts/sign-in/sign-in.ts';
import { signUp } from '#domain/accounts/profile/sign-up.ts';
import { browserOf } from '#app/http/browser-of.ts';
import { forOnePerson } from '#app/http/cache-control.ts';
import { formFields } from '#app/http/form-fields.ts';
import { parseForm } from '#app/http/read-form.ts';
import { authContext, domainContext } from '#app/http/request-context.ts';
import { failureOf } from '#app/http/respond.ts';
import { withCookies } from '#app/http/with-cookies.ts';

/** Accounts for programs: what the screens do, by the same verbs. No answer holds the token of a session. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  if (params['*'] !== 'get-session') return explained(404, 'There is nothing at this address.');
  try {
    const session = await findSession(context.get(domainContext), request.headers);
    const isSignedIn = session !== null && session.pending === null;
    const user = isSignedIn && { id: session.userId, email: session.email };
    return Response.json(user ? { user } : null, { headers: forOnePerson });
  } catch (error) {
    return refused(error, context);
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const domain = context.get(domainContext);
  const auth = context.get(authContext);
  try {
    switch (params['*']) {
      case 'sign-in/email': {
        const { email, password, code } = await fieldsOf(request);
        const typed = { email: textOf(email), password: textOf(password), code: textOf(code) };
        return answerSignIn(await signIn(domain, auth, typed, browserOf(request, domain)));
      }
      case 'sign-in/passkey': {
        const { credential } = await fieldsOf(request);
        const browser = browserOf(request, domain);
        return answerSignIn(await signInWithPasskey(domain, auth, textOf(credential), browser));
      }
      case 'sign-up/email': {
        const userAgent = request.headers.get('user-agent');
        const { email, setCookies } = await signUp(domain, auth, await fieldsOf(request), userAgent);
        return Response.json({ user: { email } }, { headers: withCookies(setCookies, forOnePerson) });
      }
      case 'sign-out': {
        const { setCookies } = await signOut(domain, request.headers);
        return Response.json({ success: true }, { headers: withCookies(setCookies, forOnePerson) });
      }
      default:
        return explained(404, 'There is nothing at this address.');
    }
  } catch (error) {
    return refused(error, context);
  }
}

function answerSignIn(answer: SignIn): Response {
  if (!answer.ok) return explained(answer.status, answer.message, answer.code);
  if (answer.missing) return explained(403, factorNeeded[answer.missing], factorCodes[answer.missing]);
  const { userId: id, email, setCookies } = answer;
  return Response.json({ user: { id, email } }, { headers: withCookies(setCookies, forOnePerson) });
}

const factorNeeded = {
  prove:
    'This account needs a second factor: send a code of the authenticator app, or sign in with a passkey.',
  'set-up': 'This account needs a second factor and has none. Sign in at /admin/login to set one up.',
};

function refused(error: unknown, context: Route.ActionArgs['context']): Response {
  const { status, message, headers } = failureOf(
    error,
    'An unexpected error occurred. Please try again.',
    context,
  );
  return explained(status, message, undefined, headers);
}

function explained(status: number, message: string, code?: string, headers: HeadersInit = {}): Response {
  return Response.json({ message, code }, { status, headers: { ...forOnePerson, ...headers } });
}

async function fieldsOf(request: Request): Promise<Record<string, unknown>> {
  if (request.headers.get('content-type')?.startsWith('application/json') !== true) {
    const form = await parseForm(request);
    if (form === 'too-many-fields') throw explained(400, 'This form has too many fields.');
    return form === 'no-form' ? {} : formFields(form);
  }
  const body: unknown = await request.json().catch(() => null);
  return typeof body === 'object' && body !== null ? { ...body } : {};
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
