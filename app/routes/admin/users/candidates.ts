import { data } from 'react-router';

import type { Route } from './+types/candidates';
import { listCandidates } from '#domain/admins/list-candidates.ts';
import { domainContext } from '#app/http/request-context.ts';
import { refusal } from '#app/http/respond.ts';
import { loadLookup } from '../hooks/load-lookup.ts';
import { loadFailure } from './failure-messages.ts';

/** The users that the Add Admin dialog offers. */
export async function loader({ url, context }: Route.LoaderArgs) {
  try {
    return data(await listCandidates(context.get(domainContext), url.searchParams.get('q') ?? ''));
  } catch (error) {
    throw refusal(error, loadFailure, context);
  }
}

export function clientLoader(args: Route.ClientLoaderArgs) {
  return loadLookup(args);
}
