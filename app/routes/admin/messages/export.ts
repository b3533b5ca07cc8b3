import { csvFile } from '#app/http/download.ts';
import { exportMessages } from '#domain/messages/export-messages.ts';
import { fileLoader } from '../actions/screen-loader.ts';
import { inboxQuery } from './inbox-query.ts';

/** The whole content of the inbox, as a file for spreadsheets. */
export const loader = fileLoader('Failed to export messages.', async (domain, { url }) =>
  csvFile('messages.csv', await exportMessages(domain, inboxQuery(url.searchParams))),
);
