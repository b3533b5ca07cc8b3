import { useRouteLoaderData } from 'react-router';

import type { loader } from './layout.tsx';
import { publicLayoutId } from './layout-id.ts';
import { useWords } from './site-words.ts';

/** The email address that the site shows: where messages go, or what the owner wrote. */
export function useSiteEmail(): string {
  const { email } = useWords('general');
  return useRouteLoaderData<typeof loader>(publicLayoutId)?.contactEmail ?? email;
}
