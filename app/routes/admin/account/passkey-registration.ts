import { data } from 'react-router';

import type { Route } from './+types/passkey-registration';
import { passkeyRegistrationOptions } from '#domain/account/passkey-registration-options.ts';
import { forOnePerson } from '#app/http/cache-control.ts';
import { authContext, domainContext } from '#app/http/request-context.ts';
import { failureOf } from '#app/http/respond.ts';

/** What the browser needs to make a passkey; 428 where the user has to prove first who they are. */
export async function loader({ context }: Route.LoaderArgs) {
  try {
    const { passkeys } = context.get(authContext);
    const options = await passkeyRegistrationOptions(context.get(domainContext), passkeys);
    return Response.json(options, { headers: forOnePerson });
  } catch (error) {
    const { status, message } = failureOf(error, 'The passkey could not be added.', context);
    throw data({ message }, { status });
  }
}
