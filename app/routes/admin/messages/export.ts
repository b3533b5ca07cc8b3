import type { Route } from './+types/export';
import { exportMessages } from '#domain/messages/export-messages.ts';
import { csvFile } from '#app/http/csv-file.ts';
import { domainContext } from '#app/http/request-context.ts';
import { redirectToProof } from '#app/http/redirect-to-proof.ts';
import { refusal } from '#app/http/respond.ts';
import { inboxQuery } from './inbox-query.ts';

/** What the inbox shows, whole, as a file for spreadsheets. */
export async function loader({ url, context }: Route.LoaderArgs) {
  try {
    const pieces = await exportMessages(context.get(domainContext), inboxQuery(url.searchParams));
    return csvFile('messages.csv', pieces);
  } catch (error) {
    redirectToProof(error, url);
    throw refusal(error, 'Failed to export messages.', context);
  }
}
