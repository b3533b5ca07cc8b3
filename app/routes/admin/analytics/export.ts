import { data } from 'react-router';

import type { Route } from './+types/export';
import { exportAnalytics, exports } from '#domain/analytics/export-analytics.ts';
import { periodOf } from '#domain/analytics/periods.ts';
import { csvFile } from '#app/http/csv-file.ts';
import { domainContext } from '#app/http/request-context.ts';
import { refusal } from '#app/http/respond.ts';

/** The figures of Analytics as a file for spreadsheets. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const what = exports.find((name) => name === params.what);
  if (!what) throw data({ message: 'There is no such export.' }, { status: 404 });
  const period = periodOf(url.searchParams.get('period'));
  try {
    const content = await exportAnalytics(context.get(domainContext), what, period);
    return csvFile(`${what}-last-${period}-days.csv`, [content]);
  } catch (error) {
    throw refusal(error, 'Failed to load analytics data.', context);
  }
}
