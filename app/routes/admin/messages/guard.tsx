import { Outlet } from 'react-router';

import { requireInboxAtDoor } from '#app/http/require-inbox-access.ts';

export const middleware = [requireInboxAtDoor];

/** Around every screen that only admins and super admins may open. */
export default function Door() {
  return <Outlet />;
}
