import { Link, href } from 'react-router';

import type { Route } from './+types/confirm';
import { confirmEmail } from '#domain/auth/confirm-email.ts';
import { findConfirmation } from '#domain/auth/find-confirmation.ts';
import { hydrated } from '#app/http/hydration.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { formAction } from '../actions/form-action.ts';
import { formClientAction } from '../actions/form-client-action.ts';
import { AuthForm } from './auth-form.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { linkHeaders, linkStatuses, loadLink, tokenOf } from './token-link.ts';
import { revalidatesLink } from './used-link.ts';
import { screenMeta } from '../frame/screen-meta.ts';
import stylesheet from '../admin.css?url';

export const handle = hydrated;

export function loader(args: Route.LoaderArgs) {
  return loadLink(args, findConfirmation);
}

const failures = { confirm: 'The address could not be confirmed. Please try again.' };

export const action = formAction(
  failures,
  { confirm: { run: (ctx, _, { url }) => confirmEmail(ctx, tokenOf(url)), done: null } },
  { statuses: linkStatuses },
);

export const clientAction = formClientAction(failures);

export function headers() {
  return linkHeaders;
}

export const shouldRevalidate = revalidatesLink;

export function meta() {
  return screenMeta('Confirm your email address');
}

export function links() {
  return [{ rel: 'stylesheet', href: stylesheet }];
}

export default function Confirm({ loaderData, actionData }: Route.ComponentProps) {
  if (actionData?.ok === true) {
    return (
      <AuthLayout title="Email address confirmed" text="You can sign in now.">
        <Link to={href('/admin/login')} className={buttonClass('primary')}>
          Sign In
        </Link>
      </AuthLayout>
    );
  }
  if (loaderData.found === null) {
    return (
      <AuthLayout
        title="Link closed"
        text="This link has been used or has expired. Sign in to get a new one."
      >
        <Link to={href('/admin/login')} className={buttonClass('secondary')}>
          Admin Login
        </Link>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title="Confirm your email address" text={loaderData.found}>
      <AuthForm result={actionData} button="Confirm" />
    </AuthLayout>
  );
}
