import { Link, href } from 'react-router';

import type { Route } from './+types/reset-password';
import { isResetOpen } from '#domain/auth/is-reset-open.ts';
import { resetPassword } from '#domain/auth/reset-password.ts';
import { hydrated } from '#app/http/hydration.ts';
import { authContext } from '#app/http/request-context.ts';
import { withCookies } from '#app/http/with-cookies.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { formAction } from '../actions/form-action.ts';
import { formClientAction } from '../actions/form-client-action.ts';
import { AuthLayout } from './auth-layout.tsx';
import { AuthForm } from './auth-form.tsx';
import { OnlySingleSignOn } from './only-single-sign-on.tsx';
import { linkHeaders, linkStatuses, loadPasswordLink, tokenOf } from './token-link.ts';
import { NewPasswordField } from './new-password-field.tsx';
import { revalidatesLink } from './used-link.ts';
import { screenMeta } from '../frame/screen-meta.ts';
import stylesheet from '../admin.css?url';

export const handle = hydrated;

export function loader(args: Route.LoaderArgs) {
  return loadPasswordLink(args, isResetOpen);
}

const failures = { reset: 'The password could not be changed. Please try again.' };

export const action = formAction(
  failures,
  {
    reset: async (ctx, { password = '' }, { context, url }) => {
      const auth = context.get(authContext);
      await resetPassword(ctx, auth, { token: tokenOf(url), password });
      const { setCookies } = await auth.clearSession();
      return { done: null, headers: withCookies(setCookies) };
    },
  },
  { statuses: linkStatuses },
);

export const clientAction = formClientAction(failures);

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return withCookies(actionHeaders?.getSetCookie() ?? [], linkHeaders);
}

export const shouldRevalidate = revalidatesLink;

export function meta() {
  return screenMeta('New password');
}

export function links() {
  return [{ rel: 'stylesheet', href: stylesheet }];
}

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
  if (actionData?.ok === true) return <Done />;
  if (!loaderData.signInWays.passwords) return <OnlySingleSignOn />;
  if (!loaderData.found) return <Closed />;

  return (
    <AuthLayout title="Choose a new password" text="Every session of your account ends, on every device.">
      <AuthForm result={actionData} button="Change password">
        <NewPasswordField label="New password" />
      </AuthForm>
    </AuthLayout>
  );
}

function Done() {
  return (
    <AuthLayout title="Password changed" text="You can sign in with the new password now.">
      <Link to={href('/admin/login')} className={buttonClass('primary')}>
        Sign In
      </Link>
    </AuthLayout>
  );
}

function Closed() {
  return (
    <AuthLayout title="Link closed" text="This link has been used or has expired. Ask for a new one.">
      <Link to={href('/admin/forgot-password')} className={buttonClass('secondary')}>
        Ask for a new link
      </Link>
    </AuthLayout>
  );
}
