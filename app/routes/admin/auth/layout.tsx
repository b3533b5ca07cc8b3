import { Outlet } from 'react-router';

import { hydrated } from '#app/http/hydration.ts';
import stylesheet from '../admin.css?url';
import { linkHeaders } from './auth-headers.ts';

/** What the screens before the admin share. */
export const handle = hydrated;

export function links() {
  return [{ rel: 'stylesheet', href: stylesheet }];
}

export function headers() {
  return linkHeaders;
}

export default function AuthScreens() {
  return <Outlet />;
}
