import { useRouteLoaderData } from 'react-router';

import { siteContent } from '#app/site-content.ts';
import type { loader } from './layout.tsx';
import { publicLayoutId } from './layout-id.ts';

/** Data from the loader of the public layout. */
export function usePublicSite(): { email: string } {
  return { email: useRouteLoaderData<typeof loader>(publicLayoutId)?.email ?? siteContent.email };
}
