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

/** No page of the admin is for search engines. */
export const meta = () => [{ name: 'robots', content: 'noindex, nofollow' }];
