import { Link, href, redirect } from 'react-router';

import type { Route } from './+types/email-change';
import { changeEmail, findEmailChange } from '#domain/account/change-email.ts';
import { hydrated } from '#app/http/hydration.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { formAction } from '../actions/form-action.ts';
import { formClientAction } from '../actions/form-client-action.ts';
import { AuthForm } from './auth-form.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { linkHeaders, linkStatuses, loadPasswordLink, tokenOf } from './token-link.ts';
import { revalidatesLink } from './used-link.ts';
import { screenMeta } from '../frame/screen-meta.ts';
import stylesheet from '../admin.css?url';

export const handle = hydrated;

export function loader(args: Route.LoaderArgs) {
  return loadPasswordLink(args, findEmailChange);
}

const failures = { change: 'The address could not be changed. Please try again.' };

export const action = formAction(
  failures,
  {
    change: async (ctx, _, { url }) => {
      const resetToken = await changeEmail(ctx, tokenOf(url));
      if (resetToken !== null) throw redirect(`${href('/admin/reset-password')}?token=${resetToken}`);
      return { done: null };
    },
  },
  { statuses: linkStatuses },
);

export const clientAction = formClientAction(failures);

export function headers() {
  return linkHeaders;
}

export const shouldRevalidate = revalidatesLink;

export function meta() {
  return screenMeta('Email address');
}

export function links() {
  return [{ rel: 'stylesheet', href: stylesheet }];
}

export default function EmailChange({ loaderData, actionData }: Route.ComponentProps) {
  const { found: change, signInWays } = loaderData;
  if (actionData?.ok === true) {
    return (
      <AuthLayout title="Email address changed" text="Sign in with the new address from now on.">
        <Link to={href('/admin')} className={buttonClass('primary')}>
          Continue
        </Link>
      </AuthLayout>
    );
  }
  if (!change) {
    return (
      <AuthLayout title="Link closed" text="This link has been used or has expired.">
        <Link to={href('/admin/login')} className={buttonClass('secondary')}>
          Admin Login
        </Link>
      </AuthLayout>
    );
  }
  const text = change.isUndo
    ? `Your account gets the address ${change.to} back. Every session ends${signInWays.passwords ? ', and you choose a new password' : ''}.`
    : `The account ${change.from} gets the address ${change.to}.`;
  return (
    <AuthLayout title={change.isUndo ? 'Undo the new address' : 'Confirm your new email address'} text={text}>
      <AuthForm result={actionData} button={change.isUndo ? 'Undo' : 'Confirm'} />
    </AuthLayout>
  );
}
