import { href } from 'react-router';
import type { Route } from './+types/account';
import { changePassword } from '#domain/accounts/profile/change-password.ts';
import { endOtherSessions, endSession } from '#domain/accounts/sessions/end-sessions.ts';
import { createToken, endToken, listOwnTokens } from '#domain/accounts/tokens/manage-tokens.ts';
import { type OwnAccount, getOwnAccount, updateOwnAccount } from '#domain/accounts/profile/own-account.ts';
import { updateOwnEmails } from '#domain/accounts/profile/own-emails.ts';
import { requestEmailChange } from '#domain/accounts/profile/change-email.ts';
import { deviceOf } from '#domain/accounts/device-of.ts';
import { authContext } from '#app/http/request-context.ts';
import { withCookies } from '#app/http/with-cookies.ts';
import { formAction, onRow } from '../actions/form-action.ts';
import { formClientAction } from '../actions/form-client-action.ts';
import { screenLoader } from '../actions/screen-loader.ts';
import { Screen } from '../frame/screen.tsx';
import { LinkTabs } from '../list/list-screen.tsx';
import { RoleBadge } from '../users/role-badge.tsx';
import { AuthenticatorCard } from '../factors/authenticator-card.tsx';
import { PasskeysCard } from '../factors/passkeys-card.tsx';
import { EmailCard, PasswordCard, SingleSignOnCard } from './sign-in-cards.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { TokensCard } from './tokens-card.tsx';
import { TextField } from '#app/ui/field.tsx';
import { CardForm } from '../actions/card-form.tsx';
import { Card } from '#app/ui/card.tsx';
import { Switch } from '#app/ui/switch.tsx';
import { useAction } from '../actions/use-action.ts';

export const loader = screenLoader(async (domain, { request, context, url }) => {
  const { sessions, passkeys, ...account } = await getOwnAccount(domain, context.get(authContext));
  const shown = tabs.find((name) => name.toLowerCase() === url.searchParams.get('tab')) ?? 'Profile';
  return {
    ...account,
    shown,
    tokens: shown === 'Tokens' ? await listOwnTokens(domain) : null,
    device: deviceOf(request.headers.get('user-agent')),
    passkeys: passkeys.map(({ id, name, created_at, used_at }) => ({ id, name, created_at, used_at })),
    sessions: sessions.map(({ user_agent: userAgent, ...session }) => ({
      ...session,
      device: deviceOf(userAgent),
      isThis: session.id === domain.session?.id,
    })),
  };
});

const failures = {
  update: 'Failed to update your account.',
  emails: 'Failed to update your emails.',
  'change-email': 'Failed to change your email address.',
  'change-password': 'Failed to change your password.',
  'end-other-sessions': 'Failed to end your other sessions.',
  'end-session': 'Failed to end the session.',
  'create-token': 'Failed to create the token.',
  'end-token': 'Failed to end the token.',
};

export const action = formAction(failures, {
  update: { run: updateOwnAccount, done: 'Your account has been updated.' },
  emails: { run: updateOwnEmails, done: 'Your emails have been updated.' },
  'change-email': {
    run: requestEmailChange,
    done: 'If the address can be used, a link to confirm it is on its way.',
  },
  'change-password': async (ctx, fields, { request, context }) => {
    const userAgent = request.headers.get('user-agent');
    const { setCookies } = await changePassword(ctx, context.get(authContext), fields, userAgent);
    return {
      done: 'Your password has been changed. Your other sessions and tokens have ended.',
      headers: withCookies(setCookies),
    };
  },
  'end-other-sessions': { run: endOtherSessions, done: 'Your other sessions and your tokens have ended.' },
  'end-session': onRow(endSession, 'The session has ended.'),
  'create-token': async (ctx, fields) => ({ done: null, send: await createToken(ctx, fields) }),
  'end-token': onRow(endToken, 'The token has ended.'),
});

export const clientAction = formClientAction(failures);

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders ?? new Headers();
}

export const handle = new Screen('Your account', 'Failed to load your account.');

const tabs = ['Profile', 'Sign-in', 'Sessions', 'Tokens'];

export default function Account({ loaderData }: Route.ComponentProps) {
  const { email, role, sessions, passkeys, device, shown, tokens } = loaderData;
  const { hasAuthenticator, recoveryCodesLeft } = loaderData;
  return (
    <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4">
      <header className="grid gap-1">
        <h1 tabIndex={-1} className="text-xl font-semibold tracking-tight">
          Your account
        </h1>
        <p className="flex flex-wrap items-center gap-2 text-ink-soft wrap-anywhere">
          {email} <RoleBadge role={role} />
        </p>
      </header>
      <LinkTabs
        label="Your account"
        current={shown}
        tabs={tabs.map((name) => [
          name,
          name === 'Profile' ? href('/admin/account') : `?tab=${name.toLowerCase()}`,
        ])}
      />
      {shown === 'Profile' && (
        <>
          <NamesCard names={loaderData} />
          <EmailCard />
          <EmailsCard emails={loaderData.emails} areEmailsSent={loaderData.areEmailsSent} />
        </>
      )}
      {shown === 'Sign-in' && (
        <>
          <PasskeysCard passkeys={passkeys} device={device} />
          <AuthenticatorCard hasAuthenticator={hasAuthenticator} recoveryCodesLeft={recoveryCodesLeft} />
          {loaderData.hasPassword && <PasswordCard email={email} />}
          {loaderData.singleSignOn && <SingleSignOnCard singleSignOn={loaderData.singleSignOn} />}
        </>
      )}
      {shown === 'Sessions' && <SessionsCard sessions={sessions} />}
      {tokens && <TokensCard {...tokens} />}
    </div>
  );
}

type Names = Record<'displayName' | 'username' | 'firstName' | 'lastName', string | null>;

const fields = [
  { name: 'firstName', label: 'First name', autoComplete: 'given-name', maxLength: 120 },
  { name: 'lastName', label: 'Last name', autoComplete: 'family-name', maxLength: 120 },
  {
    name: 'displayName',
    label: 'Display name',
    autoComplete: 'nickname',
    maxLength: 120,
    hint: 'Shown under your posts.',
  },
  {
    name: 'username',
    label: 'Username',
    autoComplete: 'off',
    maxLength: 60,
    hint: 'Shown where there is no display name.',
  },
] as const;

function NamesCard({ names }: { names: Names }) {
  return (
    <CardForm title="Names" intent="update" submit="Save names">
      <div className="grid items-start gap-3 sm:grid-cols-2">
        {fields.map((field) => (
          <TextField key={field.name} {...field} defaultValue={names[field.name] ?? ''} />
        ))}
      </div>
    </CardForm>
  );
}

type Emails = OwnAccount['emails'];

const choices: readonly { name: keyof Emails; label: string; hint: string }[] = [
  {
    name: 'leads',
    label: 'Leads by source',
    hint: 'On Mondays: the leads of last week by post, page, site and campaign. No leads, no email.',
  },
  {
    name: 'proposals',
    label: 'Proposals',
    hint: 'Each proposal that waits for a decision, as soon as it is sent.',
  },
];

/** The emails that one may want. Each switch takes effect at once. */
function EmailsCard({ emails, areEmailsSent }: Pick<OwnAccount, 'emails' | 'areEmailsSent'>) {
  const offered = choices.filter(({ name }) => emails[name] !== null);
  if (offered.length === 0) return null;
  return (
    <Card title="Emails">
      {!areEmailsSent && <p>No email is set up, so none is sent.</p>}
      {offered.map((choice) => (
        <EmailSwitch key={choice.name} {...choice} isOn={emails[choice.name] === true} />
      ))}
    </Card>
  );
}

/** Sends for itself: a second switch that is pressed meanwhile takes nothing from it. */
function EmailSwitch({ name, label, hint, isOn }: (typeof choices)[number] & { isOn: boolean }) {
  const { submit, formData } = useAction();
  return (
    <div>
      <Switch
        label={label}
        checked={String(formData?.get(name) ?? isOn) === 'true'}
        onChange={(on) => void submit({ intent: 'emails', [name]: String(on) })}
      />
      <p className="text-ink-soft">{hint}</p>
    </div>
  );
}
