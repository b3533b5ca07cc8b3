import { Outlet } from 'react-router';

import { requireAccess } from '#app/http/require-access.ts';

export const middleware = [requireAccess('manage-redirects')];

/** Around the screens of redirects and missing pages. */
export default function RedirectsGuard() {
  return <Outlet />;
}
