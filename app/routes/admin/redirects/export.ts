import { csvFile } from '#app/http/csv-file.ts';
import { exportRedirects } from '#domain/redirects/list-redirects.ts';
import { screenLoader } from '../actions/screen-loader.ts';

/** What the list finds, whole, as a file that can be imported again. */
export const loader = screenLoader('Failed to export redirects.', async (domain, { url }) => {
  const search = url.searchParams.get('q') ?? '';
  return csvFile('redirects.csv', await exportRedirects(domain, search));
});
