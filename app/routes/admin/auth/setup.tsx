import type { Route } from './+types/setup';
import { isSetupOpen, setUpFirstAdmin } from '#domain/accounts/invitations/first-admin.ts';
import { EmailField } from '#app/ui/field.tsx';
import { AuthForm, DisplayNameField, NewPasswordField } from './auth-form.tsx';
import { AuthLayout, AuthMessage, OnlySingleSignOn } from './auth-layout.tsx';
import { createAccountAction, createAccountFailures } from './create-account.ts';
import { linkLoader } from './one-time-link.ts';

export const loader = linkLoader(isSetupOpen);

export const action = createAccountAction(setUpFirstAdmin);

const title = 'Set up the admin';

export default function Setup({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData.found) {
    const text =
      'This set-up link has been used or has expired. Start the server again to get a new one, if there is no account yet.';
    return <AuthMessage title="Set-up link closed" text={text} />;
  }
  if (!loaderData.signInWays.passwords) return <OnlySingleSignOn title={title} text={noSetup} />;

  return (
    <AuthLayout title={title} text="This creates the first account. It can do everything, and invite others.">
      <AuthForm result={actionData} failure={createAccountFailures.create} button="Create account">
        <EmailField autoComplete="username" defaultValue={actionData?.typed['email']} autoFocus />
        <DisplayNameField typed={actionData?.typed['displayName']} />
        <NewPasswordField />
      </AuthForm>
    </AuthLayout>
  );
}

const noSetup = (
  <>
    This site uses no passwords. Invite the first super admin on the server, who then signs in with single
    sign-on:
    <code className="mt-3 block rounded-md border border-line px-3 py-2 font-mono text-xs text-ink">
      npm run admin -- create <span className="whitespace-nowrap">--email ADDRESS</span>
    </code>
  </>
);
