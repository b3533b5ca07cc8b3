import { data } from 'react-router';

import type { Route } from './+types/account';
import { changePassword } from '#domain/account/change-password.ts';
import { deviceOf } from '#domain/account/device-of.ts';
import { endSession } from '#domain/account/end-session.ts';
import { getOwnAccount } from '#domain/account/get-own-account.ts';
import { updateOwnAccount } from '#domain/account/update-own-account.ts';
import { formFields, textField } from '#app/http/form-fields.ts';
import { readForm } from '#app/http/read-form.ts';
import { authContext, domainContext } from '#app/http/request-context.ts';
import { failureOf, refusal } from '#app/http/respond.ts';
import { withCookies } from '#app/http/with-cookies.ts';
import { shortMoment } from '../dates.ts';
import { FailingScreen, ScreenFailure } from '../frame/screen-failure.tsx';
import { withNetworkFallback } from '../network-error.ts';
import { screenMeta } from '../frame/screen-meta.ts';
import { RoleBadge } from '../users/role-badge.tsx';
import { NamesCard } from './names-card.tsx';
import { failureOfIntent, isIntent, loadFailure, type Outcome } from './outcome.ts';
import { PasswordCard } from './password-card.tsx';
import { SessionsCard } from './sessions-card.tsx';

export async function loader({ request, context }: Route.LoaderArgs) {
  const domain = context.get(domainContext);
  try {
    const [{ sessions, ...account }, current] = await Promise.all([
      getOwnAccount(domain),
      context.get(authContext).findSession(request.headers),
    ]);
    return data({
      ...account,
      sessions: sessions.map((session) => ({
        id: session.id,
        device: deviceOf(session.userAgent),
        clientAddress: session.clientAddress,
        started: shortMoment(session.startedAt, domain.timeZone),
        used: shortMoment(session.usedAt, domain.timeZone),
        isThis: session.id === current?.sessionId,
      })),
    });
  } catch (error) {
    throw refusal(error, loadFailure, context);
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const domain = context.get(domainContext);
  const form = await readForm(request);
  const intent = textField(form, 'intent');
  try {
    if (!isIntent(intent)) {
      return data<Outcome>({ ok: false, message: failureOfIntent(intent) }, { status: 400 });
    }
    if (intent === 'change-password') {
      const userAgent = request.headers.get('user-agent');
      const auth = context.get(authContext);
      const { setCookies } = await changePassword(domain, auth, formFields(form), userAgent);
      return data<Outcome>({ ok: true, intent }, { headers: withCookies(setCookies) });
    }
    if (intent === 'end-session') await endSession(domain, textField(form, 'id'));
    else await updateOwnAccount(domain, formFields(form));
    return data<Outcome>({ ok: true, intent });
  } catch (error) {
    const { message, ...failure } = failureOf(error, failureOfIntent(intent), context);
    return data<Outcome>({ ok: false, message }, failure);
  }
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const intent = textField(await request.clone().formData(), 'intent');
  return withNetworkFallback(serverAction(), failureOfIntent(intent), (message): Outcome => ({
    ok: false,
    message,
  }));
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders ?? new Headers();
}

export const handle = new FailingScreen('Your account', loadFailure);

export function meta() {
  return screenMeta('Your account');
}

export default function Account({ loaderData }: Route.ComponentProps) {
  const { email, role, sessions } = loaderData;
  return (
    <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4">
      <header className="grid gap-1">
        <h1 className="text-xl font-semibold tracking-tight">Your account</h1>
        <p className="flex flex-wrap items-center gap-2 text-ink-soft wrap-anywhere">
          {email} <RoleBadge role={role} />
        </p>
      </header>
      <NamesCard names={loaderData} />
      <PasswordCard email={email} />
      <SessionsCard sessions={sessions} />
    </div>
  );
}

export const ErrorBoundary = ScreenFailure;
