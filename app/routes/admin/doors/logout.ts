import { redirect } from 'react-router';

import type { Route } from './+types/logout';
import { signOut } from '#domain/auth/sign-out.ts';
import { forOnePerson } from '#app/http/cache-control.ts';
import { authContext, domainContext } from '#app/http/request-context.ts';
import { withCookies } from '#app/http/with-cookies.ts';

/** Looking at the address changes nothing. */
export function loader() {
  return redirect('/admin');
}

/** Ends every session of the person, here and on other devices. */
export async function action({ request, context }: Route.ActionArgs) {
  const { setCookies } = await signOut(context.get(domainContext), context.get(authContext), request.headers);
  return redirect('/', { headers: withCookies(setCookies, forOnePerson) });
}
