import { Link, data } from 'react-router';

import type { Route } from './+types/reset-password';
import { isResetOpen } from '#domain/auth/is-reset-open.ts';
import { resetPassword } from '#domain/auth/reset-password.ts';
import { textField } from '#app/http/form-fields.ts';
import { hydrated } from '#app/http/hydration.ts';
import { readForm } from '#app/http/read-form.ts';
import { authContext, domainContext } from '#app/http/request-context.ts';
import { failureOf, refusal } from '#app/http/respond.ts';
import { withCookies } from '#app/http/with-cookies.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { AuthForm } from './auth-form.tsx';
import { linkHeaders, tokenOf } from './token-link.ts';
import { NewPasswordField } from './new-password-field.tsx';
import { revalidatesLink } from './used-link.ts';
import { screenMeta } from '../frame/screen-meta.ts';
import stylesheet from '../admin.css?url';

export const handle = hydrated;

export async function loader({ context, url }: Route.LoaderArgs) {
  try {
    const isOpen = await isResetOpen(context.get(domainContext), tokenOf(url));
    return data({ isOpen }, { status: isOpen ? 200 : 410 });
  } catch (error) {
    throw refusal(error, 'Something went wrong on our side. Please try again.', context);
  }
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const password = textField(await readForm(request), 'password');
  const auth = context.get(authContext);
  try {
    await resetPassword(context.get(domainContext), auth, { token: tokenOf(url), password });
    const { setCookies } = await auth.forgetSession();
    return data({ message: null }, { status: 200, headers: withCookies(setCookies) });
  } catch (error) {
    const { message, status } = failureOf(
      error,
      'The password could not be changed. Please try again.',
      context,
    );
    return data({ message }, { status: status === 403 ? 410 : status });
  }
}

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
  if (actionData?.message === null) return <Done />;
  if (!loaderData.isOpen) return <Closed />;

  return (
    <AuthLayout title="Choose a new password" text="Every session of your account ends, on every device.">
      <AuthForm message={actionData?.message} button="Change password">
        <NewPasswordField label="New password" />
      </AuthForm>
    </AuthLayout>
  );
}

function Done() {
  return (
    <AuthLayout title="Password changed" text="You can sign in with the new password now.">
      <Link to="/admin/login" className={buttonClass('primary')}>
        Sign In
      </Link>
    </AuthLayout>
  );
}

function Closed() {
  return (
    <AuthLayout title="Link closed" text="This link has been used or has expired. Ask for a new one.">
      <Link to="/admin/forgot-password" className={buttonClass('secondary')}>
        Ask for a new link
      </Link>
    </AuthLayout>
  );
}
