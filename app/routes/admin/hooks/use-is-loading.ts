import { useNavigation } from 'react-router';

/** Whether the screen at this path is being loaded, again or with another query. */
export function useIsLoading(path: string): boolean {
  const { state, location } = useNavigation();
  return state === 'loading' && location.pathname === path;
}
