import { Kysely, PostgresDialect } from 'kysely';

import type { Database } from './client.ts';
import type { Tables } from './tables.ts';

/** Stands for a database that was never reached: every statement fails at once. */
export function createUnavailableDatabase(): Database {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: fail }) });
}

function fail(): Promise<never> {
  return Promise.reject(new Error('The database is not open yet.'));
}
