import { redirect } from 'react-router';

import type { Route } from './+types/logout';
import { authContext } from '#app/http/request-context.ts';

/** Looking at the address changes nothing. */
export function loader() {
  return redirect('/admin');
}

/** Ends every session of the person, here and on other devices. */
export async function action({ request, context }: Route.ActionArgs) {
  const { setCookies } = await context.get(authContext).signOutEverywhere(request.headers);
  const headers = new Headers(setCookies.map((cookie): [string, string] => ['Set-Cookie', cookie]));
  headers.set('Cache-Control', 'private, no-store');
  return redirect('/', { headers });
}
