import { Form, Link, data, useNavigation } from 'react-router';

import type { Route } from './+types/confirm';
import { confirmEmail } from '#domain/auth/confirm-email.ts';
import { findConfirmation } from '#domain/auth/find-confirmation.ts';
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
    const email = await findConfirmation(context.get(domainContext), tokenOf(url));
    return data({ email }, { status: email === null ? 410 : 200 });
  } catch (error) {
    throw refusal(error, 'Something went wrong on our side. Please try again.', context);
  }
}

export async function action({ context, url }: Route.ActionArgs) {
  try {
    await confirmEmail(context.get(domainContext), tokenOf(url));
    return data({ message: null }, { status: 200 });
  } catch (error) {
    const { message, status } = failureOf(
      error,
      'The address could not be confirmed. Please try again.',
      context,
    );
    return data({ message }, { status: status === 403 ? 410 : status });
  }
}

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
  const isBusy = useNavigation().state !== 'idle';
  if (actionData?.message === null) {
    return (
      <AuthLayout title="Email address confirmed" text="You can sign in now.">
        <Link to="/admin/login" className={buttonClass('primary')}>
          Sign In
        </Link>
      </AuthLayout>
    );
  }
  if (loaderData.email === null) {
    return (
      <AuthLayout
        title="Link closed"
        text="This link has been used or has expired. Sign in to get a new one."
      >
        <Link to="/admin/login" className={buttonClass('secondary')}>
          Admin Login
        </Link>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title="Confirm your email address" text={loaderData.email}>
      <Form method="post" className="grid gap-4">
        {actionData && !isBusy && (
          <Notice>
            <p>{actionData.message}</p>
          </Notice>
        )}
        <Button type="submit" variant="primary" pending={isBusy}>
          Confirm
        </Button>
      </Form>
    </AuthLayout>
  );
}
