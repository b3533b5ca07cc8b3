import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

import type pg from 'pg';

/** The advisory lock of a migration: any 64-bit number that never changes. */
const lockKey = 7_263_541_009;

/** The schema cannot be migrated to this release; the message is for the person who started the product. */
export class SchemaError extends Error {
  override readonly name = 'SchemaError';
}

export type Migration = { name: string; sql: string; checksum: string };

/**
 * An SQL function, `create or replace`d by the file `db/functions/NAME.sql`. Another list of parameters makes a second
 * function: the file drops the first one before (`drop function if exists`).
 */
export type SqlFunction = { name: string; sql: string };

/**
 * Brings the schema to the newest version: forward only, one runner at a time (a second instance waits for the first and
 * then finds nothing to do). In one transaction: first all functions, because triggers and indexes of the migrations use them,
 * and their bodies may name tables that do not exist yet; then each new migration.
 * @param options.beforeChange called before migrations change a database that has been in use; what it throws ends it
 * @returns the names of the migrations that were applied
 * @throws SchemaError if the database knows migrations that this release does not (a newer release has run), or if an
 *   applied file has changed since; another error if a statement fails (the schema is as before then).
 */
export async function migrate(
  pool: pg.Pool,
  options: {
    announce: (line: string) => void;
    migrations?: readonly Migration[];
    functions?: readonly SqlFunction[];
    beforeChange?: () => Promise<void>;
  },
): Promise<string[]> {
  const known = options.migrations ?? readMigrations();
  const functions = options.functions ?? readFunctions();
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    await client.query('set idle_in_transaction_session_timeout = 0');
    await lockMigrations(client, options.announce);
    await client.query(bookkeeping);
    const { rows } = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from schema_migrations order by name',
    );
    const pending = pendingMigrations(known, rows);
    if (rows.length > 0 && pending.length > 0) await options.beforeChange?.();
    await client.query('begin');
    await explained('The functions in db/functions', applyFunctions(client, functions));
    for (const migration of pending) {
      options.announce(`Migrating the database: ${migration.name}`);
      await explained(`The migration ${migration.name}`, apply(client, migration));
    }
    await client.query('commit');
    if (rows.length > 0 && pending.length > 0) await client.query('analyze');
    return pending.map(({ name }) => name);
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    await unlockMigrations(client);
    // Closing the connection ends the session's settings, whatever state the statement left it in.
    client.release(true);
  }
}

/** Decides, without a database, which migrations must run. Throws where the state is not certain. */
export function pendingMigrations(
  known: readonly Migration[],
  applied: readonly { name: string; checksum: string }[],
): Migration[] {
  const byName = new Map(known.map((migration) => [migration.name, migration]));
  for (const row of applied) {
    const migration = byName.get(row.name);
    if (!migration) {
      throw new SchemaError(
        `The database was migrated by a newer release (it knows ${row.name}). Start that release; or go back with "npm run restore -- FILE --replace" and the backup that was made before the migration: what was written since is lost.`,
      );
    }
    if (migration.checksum !== row.checksum) {
      throw new SchemaError(
        `The migration ${row.name} is another one than the one that made this database: the database is of a version before 1.0, or the file was edited. Put the version or the file back that the database was made with. To move to this version from one before 1.0, run "npm run export -- FILE.zip --drafts" there, and import the file into a new database with this version.`,
      );
    }
  }
  const done = new Set(applied.map(({ name }) => name));
  return known.filter(({ name }) => !done.has(name)).toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}

export function readMigrations(): Migration[] {
  return readSqlFiles(new URL('./migrations/', import.meta.url));
}

export function readFunctions(): SqlFunction[] {
  return readSqlFiles(new URL('./functions/', import.meta.url));
}

/** Synchronously: for small files that takes a fifth of the time. */
function readSqlFiles(folder: URL): Migration[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  return names.sort().map((name) => {
    const sql = readFileSync(new URL(name, folder), 'utf8');
    return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
  });
}

/** A process that finds nothing to do holds the lock for less than this. Milliseconds. */
const briefWait = 1_000;

/**
 * Waits until no other process migrates or replaces the database. The lock is held until `unlockMigrations`, or until the
 * server has noticed the end of the connection.
 * @param announce called once, when another process has held the lock for a second
 */
export async function lockMigrations(client: pg.PoolClient, announce: (line: string) => void): Promise<void> {
  const timer = setTimeout(
    () => announce('Another process is changing the database. Waiting for it.'),
    briefWait,
  );
  try {
    // Who waits here is no running product, which a restore would refuse.
    await client.query("set application_name = 'anyforge waiting'");
    await client.query('select pg_advisory_lock($1)', [lockKey]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Releases the lock. The server notices the end of a connection only after a while: without this, the next step of the
 * same process would find the lock taken. Never throws.
 */
export async function unlockMigrations(client: pg.PoolClient): Promise<void> {
  await client.query('select pg_advisory_unlock($1)', [lockKey]).catch(() => {});
}

/** Runs these migrations on an empty schema, or after those that ran before, inside the transaction that is open. */
export async function applyMigrations(
  client: pg.PoolClient,
  migrations: readonly Migration[],
): Promise<void> {
  await client.query(bookkeeping);
  for (const migration of migrations) await apply(client, migration);
}

/** Creates or replaces the functions, inside the transaction that is open. */
export async function applyFunctions(
  client: pg.PoolClient,
  functions: readonly SqlFunction[],
): Promise<void> {
  // A body may name tables and functions that come later.
  await client.query('set local check_function_bodies = off');
  await client.query(functions.map(({ sql }) => sql).join(';\n'));
  await client.query('set local check_function_bodies = on');
}

const bookkeeping = `
  create table if not exists schema_migrations (
    name text primary key, checksum text not null, applied_at timestamptz not null default now()
  )`;

async function explained<T>(what: string, work: Promise<T>): Promise<T> {
  return await work.catch((error: unknown) => {
    throw new Error(`${what} failed and left nothing behind.`, { cause: error });
  });
}

async function apply(client: pg.PoolClient, { name, sql, checksum }: Migration): Promise<void> {
  await client.query(sql);
  await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
}
