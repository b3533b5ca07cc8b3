import { Link, href } from 'react-router';

import type { Route } from './+types/sign-in-link';
import { findSignInLink, signInWithLink } from '#domain/auth/sign-in-with-link.ts';
import { browserOf } from '#app/http/browser-of.ts';
import { hydrated } from '#app/http/hydration.ts';
import { authContext } from '#app/http/request-context.ts';
import { withCookies } from '#app/http/with-cookies.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { formAction } from '../actions/form-action.ts';
import { formClientAction } from '../actions/form-client-action.ts';
import { redirectWithToast } from '../frame/redirect-toasts.ts';
import { screenMeta } from '../frame/screen-meta.ts';
import { AuthForm } from './auth-form.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { linkHeaders, linkStatuses, loadLink, tokenOf } from './token-link.ts';
import stylesheet from '../admin.css?url';

export const handle = hydrated;

export function loader(args: Route.LoaderArgs) {
  return loadLink(args, findSignInLink);
}

const failures = { 'sign-in': 'You could not be signed in. Please try again.' };

export const action = formAction(
  failures,
  {
    'sign-in': async (ctx, _, { request, context, url }) => {
      const auth = context.get(authContext);
      const { setCookies } = await signInWithLink(ctx, auth, tokenOf(url), browserOf(request, auth));
      throw redirectWithToast(href('/admin'), { key: 'signed-in' }, withCookies(setCookies));
    },
  },
  { statuses: linkStatuses },
);

export const clientAction = formClientAction(failures);

export function headers() {
  return linkHeaders;
}

export function meta() {
  return screenMeta('Sign in');
}

export function links() {
  return [{ rel: 'stylesheet', href: stylesheet }];
}

export default function SignInLink({ loaderData: { found: email }, actionData }: Route.ComponentProps) {
  if (email === null) {
    return (
      <AuthLayout title="Link closed" text="This link has been used or has expired.">
        <Link to={href('/admin/login')} className={buttonClass('secondary')}>
          Admin Login
        </Link>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout title="Sign in with a link" text={email}>
      <AuthForm result={actionData} button="Sign In" />
    </AuthLayout>
  );
}
