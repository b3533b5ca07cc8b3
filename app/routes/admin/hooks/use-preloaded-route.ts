import { useEffect } from 'react';
import { useFetcher } from 'react-router';

/**
 * Loads the script of another route before it is needed. Without a connection it could not be loaded then, and the
 * router would reload the page.
 *
 * @param path of a route whose `clientLoader` is `loadLookup`, which sends no request for `?ready`
 */
export function usePreloadedRoute(path: string): void {
  const { load } = useFetcher();
  useEffect(() => void load(`${path}?ready`), [path, load]);
}
