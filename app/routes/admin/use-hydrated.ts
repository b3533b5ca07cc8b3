import { useEffect } from 'react';
import { useFetcher } from 'react-router';

/**
 * Has the script of another route here before it is needed. Once the line is cut it could not come, and the router would
 * load the page anew instead.
 *
 * @param address one of that route, whose `clientLoader` asks no server when it sees `ready`
 */
export function useHydrated(address: `${string}?ready`): void {
  const { load } = useFetcher();
  useEffect(() => void load(address), [address, load]);
}
