import { useLocation, useNavigation } from 'react-router';

/** True while another screen is loaded, or the one shown is still to be removed. */
export function useIsLeaving(): boolean {
  const { pathname } = useLocation();
  const { location: next } = useNavigation();
  return next !== undefined && next.pathname !== pathname;
}
