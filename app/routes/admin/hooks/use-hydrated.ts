import { useEffect } from 'react';
import { useFetcher } from 'react-router';

/**
 * Loads the script of another route before it is needed. Without a connection it could not be loaded, and the router
 * would reload the page instead.
 *
 * @param address of that route, whose `clientLoader` sends no request to the server when it sees `ready`
 */
export function useHydrated(address: `${string}?ready`): void {
  const { load } = useFetcher();
  useEffect(() => void load(address), [address, load]);
}
