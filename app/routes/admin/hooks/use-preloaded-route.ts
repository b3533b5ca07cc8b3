import { useContext, useEffect } from 'react';
import {
  matchRoutes,
  UNSAFE_DataRouterContext as DataRouterContext,
  UNSAFE_FrameworkContext as FrameworkContext,
  useFetcher,
} from 'react-router';

/**
 * Loads the script of another route before it is needed. Without a connection it could not be loaded, and the router
 * would reload the page instead, which loses the screen. For the same reason the files are fetched before the router
 * asks for them: a connection that fails in between leaves the screen as it is, and they are fetched when it is back.
 *
 * @param path of a route whose `clientLoader` is `loadLookup`, which sends no request for `?ready`
 */
export function usePreloadedRoute(path: string): void {
  const { load } = useFetcher();
  const routes = useContext(DataRouterContext)?.router.routes;
  const manifest = useContext(FrameworkContext)?.manifest;
  useEffect(() => {
    const entries = (routes ? matchRoutes(routes, path) : null)?.map(
      ({ route }) => manifest?.routes[route.id],
    );
    const files = (entries ?? [])
      .flatMap((entry) => [entry?.module, entry?.clientLoaderModule, entry?.clientActionModule])
      .filter((file) => file !== undefined);
    const left = new AbortController();
    async function loadFiles() {
      try {
        // oxlint-disable-next-line rooms/imports -- files of this build, named by the router's manifest
        await Promise.all(files.map((file) => import(/* @vite-ignore */ file)));
      } catch {
        if (!left.signal.aborted)
          addEventListener('online', () => void loadFiles(), { once: true, signal: left.signal });
        return;
      }
      if (!left.signal.aborted) await load(`${path}?ready`);
    }
    void loadFiles();
    return () => left.abort();
  }, [path, load, routes, manifest]);
}
