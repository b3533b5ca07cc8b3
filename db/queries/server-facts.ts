import { sql } from 'kysely';

import type { Database } from '#db/client.ts';
import { readOnlyCondition } from '#db/read-only.ts';

/** How a database server is set, and how much of it is used. */
export type ServerFacts = {
  /** `server_version_num`. */
  version: number;
  isReadOnly: boolean;
  encoding: string;
  maxConnections: number;
  connections: number;
  /** Of the server's clock. */
  now: Date;
  hasMigrations: boolean;
};

export async function readServerFacts(db: Database): Promise<ServerFacts> {
  const { rows } = await sql<ServerFacts>`
    select
      current_setting('server_version_num')::int as version,
      ${sql.raw(readOnlyCondition)} as "isReadOnly",
      current_setting('server_encoding') as encoding,
      current_setting('max_connections')::int as "maxConnections",
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections,
      clock_timestamp() as now,
      to_regclass('schema_migrations') is not null as "hasMigrations"`.execute(db);
  const [facts] = rows;
  if (facts === undefined) throw new Error('The server told nothing about itself.');
  return facts;
}

export async function listAppliedMigrations(db: Database): Promise<{ name: string; checksum: string }[]> {
  const { rows } = await sql<{
    name: string;
    checksum: string;
  }>`select name, checksum from schema_migrations order by name`.execute(db);
  return rows;
}

/**
 * Whether the server refuses writes: a standby, or one that is set to read-only. The query waits like a write, so
 * that it fails where a write would.
 */
export function isServerReadOnly(db: Database): Promise<boolean> {
  return db
    .transaction()
    .setAccessMode('read only')
    .execute(async (trx) => {
      const { rows } = await sql<{
        isReadOnly: boolean;
      }>`select ${sql.raw(readOnlyCondition)} as "isReadOnly"`.execute(trx);
      return rows[0]?.isReadOnly === true;
    });
}
