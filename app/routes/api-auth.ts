import type { Route } from './+types/api-auth';
import { authContext, clientAddressContext } from '#app/http/request-context.ts';

/** The accounts library's own addresses: sign-up, sign-in, sign-out, session. */
export function loader({ request, context }: Route.LoaderArgs) {
  return context.get(authContext).handle(request, context.get(clientAddressContext));
}

export function action({ request, context }: Route.ActionArgs) {
  return context.get(authContext).handle(request, context.get(clientAddressContext));
}
