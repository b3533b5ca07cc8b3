/**
 * For the `clientLoader` of a route that only dialogs and filters ask: null after a failed connection or an ended
 * session, so that the screen stays. `?ready` sends no request to the server (`usePreloadedRoute`).
 */
export async function loadLookup<Answer>({
  request,
  serverLoader,
}: {
  request: Request;
  serverLoader: () => Promise<Answer>;
}): Promise<Answer | null | undefined> {
  if (new URL(request.url).searchParams.has('ready')) return undefined;
  return serverLoader().catch(() => null);
}
