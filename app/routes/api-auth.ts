import type { Route } from './+types/api-auth';
import { signIn } from '#domain/auth/sign-in.ts';
import { signOut } from '#domain/auth/sign-out.ts';
import { signUp } from '#domain/auth/sign-up.ts';
import { factorCodes } from '#domain/auth/sign-in-message.ts';
import { signInWithPasskey } from '#domain/auth/sign-in-with-passkey.ts';
import type { SignIn } from '#domain/auth/auth.ts';
import { browserOf } from '#app/http/browser-of.ts';
import { forOnePerson } from '#app/http/cache-control.ts';
import { formFields } from '#app/http/form-fields.ts';
import { parseForm } from '#app/http/read-form.ts';
import { authContext, domainContext } from '#app/http/request-context.ts';
import { failureOf } from '#app/http/respond.ts';
import { withCookies } from '#app/http/with-cookies.ts';

/** Accounts for programs: what the screens do, by the same verbs. Nothing else of the accounts library is reachable. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  if (params['*'] !== 'get-session') return explained(404, 'There is nothing at this address.');
  try {
    return await context.get(authContext).describeSession(request.headers);
  } catch (error) {
    return refused(error, context);
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const domain = context.get(domainContext);
  const auth = context.get(authContext);
  const userAgent = request.headers.get('user-agent');
  try {
    switch (params['*']) {
      case 'sign-in/email': {
        const { email, password, code } = await fieldsOf(request);
        const typed = { email: textOf(email), password: textOf(password), code: textOf(code) };
        return answerSignIn(await signIn(domain, auth, typed, browserOf(request, auth)));
      }
      case 'sign-in/passkey': {
        const { credential } = await fieldsOf(request);
        const browser = browserOf(request, auth);
        return answerSignIn(await signInWithPasskey(domain, auth, textOf(credential), browser));
      }
      case 'sign-up/email':
        return await signUp(domain, auth, await fieldsOf(request), userAgent);
      case 'sign-out': {
        const { setCookies } = await signOut(domain, auth, request.headers);
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
  const { userId, email, body, setCookies } = answer;
  const described = body ?? { user: { id: userId, email } };
  return Response.json(described, { headers: withCookies(setCookies, forOnePerson) });
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
