import { data } from 'react-router';

import type { Route } from './+types/candidates';
import { listCandidates } from '#domain/admins/list-candidates.ts';
import { domainContext } from '#app/http/request-context.ts';
import { refusal } from '#app/http/respond.ts';
import { loadFailure } from './failure-messages.ts';

/** The users that the Add Admin dialog offers. */
export async function loader({ url, context }: Route.LoaderArgs) {
  try {
    return data(await listCandidates(context.get(domainContext), url.searchParams.get('q') ?? ''));
  } catch (error) {
    throw refusal(error, loadFailure, context);
  }
}

/** Null after a failed connection or an ended session, so that the dialog stays. `?ready` sends no request to the server. */
export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  if (new URL(request.url).searchParams.has('ready')) return undefined;
  return serverLoader().catch(() => null);
}
