import type { Route } from './+types/export';
import { csvFile } from '#app/http/csv-file.ts';
import { domainContext } from '#app/http/request-context.ts';
import { refusal } from '#app/http/respond.ts';
import { exportRedirects } from '#domain/redirects/list-redirects.ts';

/** What the list finds, whole, as a file that can be imported again. */
export async function loader({ url, context }: Route.LoaderArgs) {
  try {
    const search = url.searchParams.get('q') ?? '';
    return csvFile('redirects.csv', await exportRedirects(context.get(domainContext), search));
  } catch (error) {
    throw refusal(error, 'Failed to export redirects.', context);
  }
}
