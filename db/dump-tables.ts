import type { Readable } from 'node:stream';

import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';

import type { ImageRow } from './tables.ts';

export type Snapshot = {
  migrations: { name: string; checksum: string }[];
  tables: { name: string; columns: string[] }[];
  /** The stored images; none in a schema that has no images yet. */
  images: StoredImage[];
  /** Bytes of the whole database on the server's disk. */
  databaseBytes: number;
  /** A table's rows in PostgreSQL's text format for COPY, and their number once all of them were read. */
  read: (table: string) => { content: Readable; rows: () => number };
  /** The last number of every sequence that has given one; never behind the rows of the snapshot. */
  sequences: () => Promise<{ name: string; last: string }[]>;
};

type StoredImage = Pick<ImageRow, 'folder' | 'name' | 'bytes'>;

/**
 * Tables whose rows a backup leaves out: sessions, links that sign a user in (a restore signs everyone out) and tokens. Unlogged
 * tables, which hold only short-lived data, and the bookkeeping of migrations are left out as well.
 */
export const excludedTables: readonly string[] = ['sessions', 'account_links', 'invitations', 'tokens'];

/**
 * Runs `work` with a consistent snapshot of all tables, those of `excludedTables` without rows; other connections can
 * write meanwhile.
 */
export async function withSnapshot<T>(pool: pg.Pool, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read, read only');
    await client.query('set local statement_timeout = 0');
    await client.query('set local idle_in_transaction_session_timeout = 0');
    const ask = async <Row extends pg.QueryResultRow>(text: string) => (await client.query<Row>(text)).rows;
    const tables = await ask<Snapshot['tables'][number]>(listTables);
    const [size] = await ask<{ bytes: string }>('select pg_database_size(current_database())::text as bytes');
    const result = await work({
      migrations: await ask('select name, checksum from schema_migrations order by name'),
      tables,
      images: tables.some(({ name }) => name === 'images')
        ? await ask("select folder, name, bytes from images where state = 'stored' order by folder, name")
        : [],
      databaseBytes: Number(size?.bytes ?? 0),
      read: (name) => {
        const table = tables.find((one) => one.name === name);
        if (!table) throw new RangeError(`There is no table ${name}.`);
        const content = client.query(copyTo(copyStatement(table)));
        return { content, rows: () => content.rowCount };
      },
      sequences: () => ask(listSequences),
    });
    await client.query('commit');
    return result;
  } finally {
    // Ends the connection, also in the middle of a failed copy.
    client.release(true);
  }
}

function copyStatement({ name, columns }: { name: string; columns: string[] }): string {
  const list = columns.map(quoted).join(', ');
  const rows = excludedTables.includes(name) ? ' where false' : '';
  return `copy (select ${list} from ${quoted(name)}${rows}) to stdout`;
}

/**
 * Tables with the columns that are stored; generated columns are computed again. Unlogged
 * tables are left out.
 */
const listTables = `
  select c.relname::text as name,
    array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    and c.relpersistence = 'p' and c.relname <> 'schema_migrations'
  group by c.relname order by c.relname`;

const listSequences = `
  select sequencename::text as name, last_value::text as last from pg_sequences
  where schemaname = 'public' and last_value is not null order by sequencename`;

/** A name as an SQL identifier. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Number of rows of a table in the schema `public`. */
export async function countRows(pool: pg.Pool, table: string): Promise<number> {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    const { rows } = await client.query<{ count: string }>(`select count(*)::text from ${quoted(table)}`);
    return Number(rows[0]?.count);
  } finally {
    client.release(true);
  }
}
