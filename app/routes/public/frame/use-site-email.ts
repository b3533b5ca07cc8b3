import { useRootText } from '#app/routes/error-page.tsx';
import { useWords } from './site-words.ts';

/** The email address that the site shows: where messages go, or what the owner wrote. */
export function useSiteEmail(): string {
  const { email } = useWords('general');
  return useRootText('contactEmail') ?? email;
}
