import { authRows } from './auth-rows.ts';
import { inboxRows } from './inbox-rows.ts';
import { peopleRows } from './people-rows.ts';
import { publicRows } from './public-rows.ts';
import { redirectRows } from './redirect-rows.ts';
import type { Row } from './row.ts';
import { siteRows } from './site-rows.ts';
import { writingRows } from './writing-rows.ts';

/**
 * Who may do what: every route of app/routes.ts and every action, each for every kind of person. `access.test.ts` makes
 * a test of each cell, and fails for a route, or for something that a screen can ask for, without a row. A new one gets
 * its rows in the same change.
 */
export const matrix: readonly Row[] = [
  ...publicRows,
  ...authRows,
  ...writingRows,
  ...peopleRows,
  ...inboxRows,
  ...siteRows,
  ...redirectRows,
];
