import { href } from 'react-router';

import type { Route } from './+types/setup';
import { isSetupOpen } from '#domain/admins/is-setup-open.ts';
import { setUpFirstAdmin } from '#domain/admins/set-up-first-admin.ts';
import { hydrated } from '#app/http/hydration.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { formClientAction } from '../actions/form-client-action.ts';
import { createAccountAction } from './create-account.ts';
import { createAccountFailures, createAccountOptions } from './create-account-options.ts';
import { DisplayNameField } from './display-name-field.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { AuthForm } from './auth-form.tsx';
import { OnlySingleSignOn } from './only-single-sign-on.tsx';
import { EmailField } from './email-field.tsx';
import { linkHeaders, loadPasswordLink } from './token-link.ts';
import { NewPasswordField } from './new-password-field.tsx';
import { screenMeta } from '../frame/screen-meta.ts';
import stylesheet from '../admin.css?url';

export const handle = hydrated;

export function loader(args: Route.LoaderArgs) {
  return loadPasswordLink(args, isSetupOpen);
}

export const action = createAccountAction(async (ctx, auth, input) => {
  await setUpFirstAdmin(ctx, auth, input);
  return { email: input['email'] ?? '' };
});

export const clientAction = formClientAction(createAccountFailures, createAccountOptions);

export function headers() {
  return linkHeaders;
}

export function meta() {
  return screenMeta('Set up');
}

export function links() {
  return [{ rel: 'stylesheet', href: stylesheet }];
}

export default function Setup({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData.found) return <Closed />;
  if (!loaderData.signInWays.passwords) return <OnlySingleSignOn title="Set up the admin" text={noSetup} />;

  return (
    <AuthLayout
      title="Set up the admin"
      text="This creates the first account. It can do everything, and invite others."
    >
      <AuthForm result={actionData} button="Create account">
        <EmailField typed={actionData?.typed['email']} />
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

function Closed() {
  return (
    <AuthLayout
      title="Set-up link closed"
      text="This set-up link has been used or has expired. Start the server again to get a new one, if there is no account yet."
    >
      <a href={href('/admin/login')} className={buttonClass('secondary')}>
        Admin Login
      </a>
    </AuthLayout>
  );
}
