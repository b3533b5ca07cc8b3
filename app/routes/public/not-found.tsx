import { data } from 'react-router';

import type { Route } from './+types/not-found';
import { PageNotFound } from '#app/routes/error-page.tsx';

/** The other address is that of the page for a form that an address does not take (`server/http/not-found-page.ts`). */
export function loader({ url }: Route.LoaderArgs) {
  if (url.pathname === '/not/allowed') throw data(null, { status: 405 });
  return data(null, { status: 404 });
}

export default function NotFound() {
  return <PageNotFound />;
}
