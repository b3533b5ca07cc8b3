import { useLocation, useNavigation, useSearchParams } from 'react-router';

/** The parameters of the list's address, or of the navigation under way: a second choice quickly after the first keeps it. */
export function useListParams(): URLSearchParams {
  const [current] = useSearchParams();
  const { pathname } = useLocation();
  const { location: coming } = useNavigation();
  return coming?.pathname === pathname ? new URLSearchParams(coming.search) : current;
}
