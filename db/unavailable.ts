import { Kysely, type Driver } from 'kysely';

import type { Database } from './client.ts';
import { createDialect } from './dialect.ts';
import type { Tables } from './tables.ts';

/** Stands for a database that was never reached: every statement fails at once. */
export function createUnavailableDatabase(): Database {
  const driver: Driver = {
    init: async () => {},
    acquireConnection: fail,
    beginTransaction: fail,
    commitTransaction: fail,
    rollbackTransaction: fail,
    releaseConnection: async () => {},
    destroy: async () => {},
  };
  return new Kysely<Tables>({ dialect: createDialect(driver) });
}

function fail(): Promise<never> {
  return Promise.reject(new Error('The database is not open yet.'));
}
