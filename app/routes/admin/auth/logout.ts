import { redirect, href } from 'react-router';

import type { Route } from './+types/logout';
import { signOut } from '#domain/accounts/sessions/end-sessions.ts';
import { forOnePerson } from '#app/http/cache-control.ts';
import { textField } from '#app/http/form-fields.ts';
import { domainContext } from '#app/http/request-context.ts';
import { withCookies } from '#app/http/with-cookies.ts';

/** GET changes nothing. */
export function loader() {
  return redirect(href('/admin'));
}

/**
 * Ends every session of the user, on all devices. `clear=storage` comes from a browser in which no other user has
 * unsaved text: it deletes everything that the site stores there. A request without a body signs out, too.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData().catch(() => new FormData());
  const { setCookies } = await signOut(context.get(domainContext), request.headers);
  const headers = withCookies(setCookies, forOnePerson);
  if (textField(form, 'clear') === 'storage') headers.set('Clear-Site-Data', '"storage"');
  return redirect(href('/'), { headers });
}
