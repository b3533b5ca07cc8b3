import { sql } from 'kysely';

import type { Database } from '#db/client.ts';
import { readOnlyCondition } from '#db/read-only.ts';
import { runTransaction } from '#db/transaction.ts';
import { allRows, hasRow, oneRow } from './outcome.ts';
import { mergeNewWords } from './search.ts';

export type ServerFacts = {
  /** `server_version_num`. */
  version: number;
  isReadOnly: boolean;
  encoding: string;
  maxConnections: number;
  connections: number;
  now: Date;
  hasMigrations: boolean;
};

export function readServerFacts(db: Database) {
  return oneRow<ServerFacts>(db)`
    select
      current_setting('server_version_num')::int as version,
      ${sql.raw(readOnlyCondition)} as "isReadOnly",
      current_setting('server_encoding') as encoding,
      current_setting('max_connections')::int as "maxConnections",
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections,
      clock_timestamp() as now,
      to_regclass('schema_migrations') is not null as "hasMigrations"`;
}

export function listAppliedMigrations(db: Database) {
  return allRows<{ name: string; checksum: string }>(db)`
    select name, checksum from schema_migrations order by name`;
}

/**
 * True if the server refuses writes: a standby, or one that is set to read-only. The query waits like a write, so
 * that it fails where a write would.
 */
export function isServerReadOnly(db: Database): Promise<boolean> {
  return db
    .transaction()
    .setAccessMode('read only')
    .execute((trx) => hasRow(trx)`select where ${sql.raw(readOnlyCondition)}`);
}

/** Merges new words and tells the planner what the tables hold, after so many writes that both would come late. */
export async function analyzeTables(db: Database): Promise<void> {
  await runTransaction(db, async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx);
    await mergeNewWords(trx);
    await sql`analyze`.execute(trx);
  });
}
