import { listCandidates } from '#domain/accounts/roles/list-admins.ts';
import { domainContext } from '#app/http/request-context.ts';
import { refusal } from '#app/http/respond.ts';
import type { Route } from './+types/candidates';

/** The users that the Add Admin dialog offers. */
export async function loader({ url, context }: Route.LoaderArgs) {
  try {
    return Response.json(await listCandidates(context.get(domainContext), url.searchParams.get('q') ?? ''));
  } catch (error) {
    throw refusal(error, 'Failed to load admin users.', context);
  }
}
