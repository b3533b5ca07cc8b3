import type { MiddlewareFunction } from 'react-router';

import stylesheet from '../admin.css?url';
import { linkHeaders } from './auth-headers.ts';

/** A script cannot see where a redirect leads, so the one that sends the forms is told (`script/form-in-place.ts`). */
const tellScript: MiddlewareFunction<Response> = async ({ request }, next) => {
  const answer = await next();
  const to = answer.headers.get('Location');
  if (to === null || !request.headers.has('In-Place')) return answer;
  const told = new Response(null, { status: 204, headers: answer.headers });
  told.headers.delete('Location');
  told.headers.set('Go-To', to);
  return told;
};

export const middleware = [tellScript];

/** The layout that the screens before the admin share. */
export function links() {
  return [{ rel: 'stylesheet', href: stylesheet }];
}

export function headers() {
  return linkHeaders;
}

/** No page of the admin is for search engines. */
export const meta = () => [{ name: 'robots', content: 'noindex, nofollow' }];
