import { Outlet } from 'react-router';

import { requireInboxAccess } from '#app/http/require-inbox-access.ts';

export const middleware = [requireInboxAccess];

/** Around every screen that only admins and super admins may open. */
export default function InboxGuard() {
  return <Outlet />;
}
