import { useMatches } from 'react-router';

import { fieldOf } from '#app/http/field-of.ts';

/** The name of the site, as the frame of the admin has it. */
export function useSiteName(): string {
  const names = useMatches().map(({ loaderData }) => fieldOf(loaderData, 'siteName'));
  return names.find((name) => typeof name === 'string') ?? '';
}
