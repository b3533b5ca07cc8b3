import { Form, Link, data, redirect, useNavigation } from 'react-router';

import type { Route } from './+types/email-change';
import { changeEmail, findEmailChange } from '#domain/account/change-email.ts';
import { hydrated } from '#app/http/hydration.ts';
import { domainContext } from '#app/http/request-context.ts';
import { failureOf, refusal } from '#app/http/respond.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { linkHeaders, tokenOf } from './token-link.ts';
import { revalidatesLink } from './used-link.ts';
import { screenMeta } from '../frame/screen-meta.ts';
import stylesheet from '../admin.css?url';

export const handle = hydrated;

/** Opening the link changes nothing: mail programs open links, too. */
export async function loader({ context, url }: Route.LoaderArgs) {
  try {
    const change = await findEmailChange(context.get(domainContext), tokenOf(url));
    return data({ change }, { status: change ? 200 : 410 });
  } catch (error) {
    throw refusal(error, 'Something went wrong on our side. Please try again.', context);
  }
}

export async function action({ context, url }: Route.ActionArgs) {
  try {
    const resetToken = await changeEmail(context.get(domainContext), tokenOf(url));
    if (resetToken !== null) return redirect(`/admin/reset-password?token=${resetToken}`);
    return data({ message: null }, { status: 200 });
  } catch (error) {
    const failure = 'The address could not be changed. Please try again.';
    const { message, status } = failureOf(error, failure, context);
    return data({ message }, { status: status === 403 ? 410 : status });
  }
}

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

export default function EmailChange({ loaderData: { change }, actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().state !== 'idle';
  if (actionData?.message === null) {
    return (
      <AuthLayout title="Email address changed" text="Sign in with the new address from now on.">
        <Link to="/admin" className={buttonClass('primary')}>
          Continue
        </Link>
      </AuthLayout>
    );
  }
  if (!change) {
    return (
      <AuthLayout title="Link closed" text="This link has been used or has expired.">
        <Link to="/admin/login" className={buttonClass('secondary')}>
          Admin Login
        </Link>
      </AuthLayout>
    );
  }
  const text = change.isUndo
    ? `Your account gets the address ${change.to} back. Every session ends, and you choose a new password.`
    : `The account ${change.from} gets the address ${change.to}.`;
  return (
    <AuthLayout title={change.isUndo ? 'Undo the new address' : 'Confirm your new email address'} text={text}>
      <Form method="post" className="grid gap-4">
        {actionData && !isBusy && (
          <Notice>
            <p>{actionData.message}</p>
          </Notice>
        )}
        <Button type="submit" variant="primary" pending={isBusy}>
          {change.isUndo ? 'Undo' : 'Confirm'}
        </Button>
      </Form>
    </AuthLayout>
  );
}
