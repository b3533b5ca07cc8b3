import { useLocation, useNavigate, useNavigation, useSearchParams } from 'react-router';

import { changed } from './list-address.ts';

/** The parameters of the list's address, or of the navigation under way: a second choice quickly after the first keeps it. */
export function useListParams(): URLSearchParams {
  const [current] = useSearchParams();
  const { pathname } = useLocation();
  const { location: coming } = useNavigation();
  return coming?.pathname === pathname ? new URLSearchParams(coming.search) : current;
}

/** Changes some parameters of the list's address, from its first page; null or '' removes one. */
export function useChangeList(): (changes: Record<string, string | null>) => void {
  const params = useListParams();
  const navigate = useNavigate();
  return (changes) =>
    void navigate(changed(params, { ...changes, page: null }), {
      replace: true,
      preventScrollReset: true,
      // Every control knows of the choice before the next one can be made, however busy the browser is.
      flushSync: true,
    });
}
