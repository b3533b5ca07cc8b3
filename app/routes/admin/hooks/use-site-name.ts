import { useMatches } from 'react-router';

/** The name of the site, as the frame of the admin has it. */
export function useSiteName(): string {
  const named = useMatches()
    .map(({ loaderData }) => loaderData)
    .find(
      (data): data is { siteName: string } =>
        typeof data === 'object' && data !== null && 'siteName' in data && typeof data.siteName === 'string',
    );
  return named?.siteName ?? '';
}
