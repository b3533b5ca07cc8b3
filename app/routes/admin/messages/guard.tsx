import { Outlet } from 'react-router';

import { requireAccess } from '#app/http/require-access.ts';

export const middleware = [requireAccess('manage-inbox')];

/** Around every screen that only admins and super admins may open. */
export default function InboxGuard() {
  return <Outlet />;
}
