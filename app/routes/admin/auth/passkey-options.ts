import type { Route } from './+types/passkey-options';
import { passkeyRequestOptions } from '#domain/accounts/passkeys.ts';
import { forOnePerson } from '#app/http/cache-control.ts';
import { authContext, domainContext } from '#app/http/request-context.ts';

/** The options that the browser needs to sign in with a passkey; the same for everybody but for its challenge. */
export function loader({ context }: Route.LoaderArgs) {
  const { passkeys } = context.get(authContext);
  const options = passkeyRequestOptions(context.get(domainContext), passkeys, 'sign-in');
  return Response.json(options, { headers: forOnePerson });
}
