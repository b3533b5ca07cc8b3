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

/** A failing line or an ended session is an answer too, null: the dialog stays. `?ready` asks nobody. */
export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  if (new URL(request.url).searchParams.has('ready')) return undefined;
  return serverLoader().catch(() => null);
}
