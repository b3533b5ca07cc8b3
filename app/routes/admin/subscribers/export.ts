import type { Route } from './+types/export';
import { exportSubscribers } from '#domain/newsletter/list-subscribers.ts';
import { csvFile } from '#app/http/csv-file.ts';
import { domainContext } from '#app/http/request-context.ts';
import { redirectToProof } from '#app/http/redirect-to-proof.ts';
import { refusal } from '#app/http/respond.ts';
import { subscriberQuery } from './subscriber-query.ts';

/** What the list shows, whole, as a file for spreadsheets. */
export async function loader({ url, context }: Route.LoaderArgs) {
  try {
    const pieces = await exportSubscribers(context.get(domainContext), subscriberQuery(url.searchParams));
    return csvFile('subscribers.csv', pieces);
  } catch (error) {
    redirectToProof(error, url);
    throw refusal(error, 'Failed to export subscribers.', context);
  }
}
