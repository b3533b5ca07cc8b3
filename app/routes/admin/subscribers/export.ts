import { csvFile } from '#app/http/download.ts';
import { exportSubscribers } from '#domain/newsletter/list-subscribers.ts';
import { fileLoader } from '../actions/screen-loader.ts';
import { subscriberQuery } from './subscriber-query.ts';

/** The whole content of the list, as a file for spreadsheets. */
export const loader = fileLoader('Failed to export subscribers.', async (domain, { url }) =>
  csvFile('subscribers.csv', await exportSubscribers(domain, subscriberQuery(url.searchParams))),
);
