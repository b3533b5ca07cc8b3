import { listCandidates } from '#domain/accounts/roles/list-admins.ts';
import { fileLoader } from '../actions/screen-loader.ts';

/** The users that the Add Admin dialog offers. */
export const loader = fileLoader('Failed to load admin users.', async (domain, { url }) => {
  return Response.json(await listCandidates(domain, url.searchParams.get('q') ?? ''));
});
