import { useRouteLoaderData } from 'react-router';

import { siteContent } from '#app/site-content.ts';
import type { loader } from './layout.tsx';
import { publicLayoutId } from './layout-id.ts';

/** What the layout of the public pages knows of this installation. */
export function usePublicSite(): { email: string } {
  return { email: useRouteLoaderData<typeof loader>(publicLayoutId)?.email ?? siteContent.email };
}
