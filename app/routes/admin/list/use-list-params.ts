import { useLocation, useNavigation, useSearchParams } from 'react-router';

/** What the list's address says, or will say once it is here: a second choice adds to the first, however soon it comes. */
export function useListParams(): URLSearchParams {
  const [current] = useSearchParams();
  const { pathname } = useLocation();
  const { location: coming } = useNavigation();
  return coming?.pathname === pathname ? new URLSearchParams(coming.search) : current;
}
