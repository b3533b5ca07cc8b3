import { href, redirect } from 'react-router';

/** GET /.well-known/change-password: where password managers send users. */
export function loader() {
  return redirect(href('/admin/account'));
}
