import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';

import type pg from 'pg';

/** Any 64-bit number, the same for ever: who holds it migrates. */
const lockKey = 7_263_541_009;

/** Why the schema cannot be brought to this release; the message is for the person who started the product. */
export class SchemaError extends Error {
  override readonly name = 'SchemaError';
}

export type Migration = { name: string; sql: string; checksum: string };

/**
 * Brings the schema to the newest version: forward only, each file in one transaction, one runner at a time (a second
 * instance waits for the first and then finds nothing to do).
 * @throws SchemaError if the database knows migrations that this release does not (a newer release has run), or if an
 *   applied file has changed since; another error if a statement fails (that file leaves nothing behind).
 */
export async function migrate(
  pool: pg.Pool,
  options: { announce: (line: string) => void; migrations?: readonly Migration[] },
): Promise<{ applied: string[] }> {
  const known = options.migrations ?? (await readMigrations());
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
    for (const migration of pending) {
      options.announce(`Migrating the database: ${migration.name}`);
      await applyAlone(client, migration);
    }
    return { applied: pending.map(({ name }) => name) };
  } finally {
    await unlockMigrations(client);
    // Closing the connection ends the session's settings, whatever state the statement left it in.
    client.release(true);
  }
}

/** The decision, without a database: what is still to run. Throws where going on would be a guess. */
export function pendingMigrations(
  known: readonly Migration[],
  applied: readonly { name: string; checksum: string }[],
): Migration[] {
  const byName = new Map(known.map((migration) => [migration.name, migration]));
  for (const row of applied) {
    const migration = byName.get(row.name);
    if (!migration) {
      throw new SchemaError(
        `The database was migrated by a newer release (it knows ${row.name}). Start that release, or restore a backup made with this one.`,
      );
    }
    if (migration.checksum !== row.checksum) {
      throw new SchemaError(`The migration ${row.name} has changed since it was applied to this database.`);
    }
  }
  const done = new Set(applied.map(({ name }) => name));
  return known.filter(({ name }) => !done.has(name)).toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}

export async function readMigrations(): Promise<Migration[]> {
  const folder = new URL('./migrations/', import.meta.url);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/**
 * Waits until nobody else migrates, or replaces the database. The lock is held until `unlockMigrations`, or until the
 * server has noticed the end of the connection.
 * @param announce told once, where there is somebody to wait for
 */
export async function lockMigrations(client: pg.PoolClient, announce: (line: string) => void): Promise<void> {
  const { rows } = await client.query<{ isHeld: boolean }>('select pg_try_advisory_lock($1) as "isHeld"', [
    lockKey,
  ]);
  if (rows[0]?.isHeld === true) return;
  announce('Another process is changing the database. Waiting for it.');
  await client.query('select pg_advisory_lock($1)', [lockKey]);
}

/**
 * Gives the lock back. The server notices the end of a connection only after a while: without this, the next step of the
 * same process would find the lock taken. Never throws.
 */
export async function unlockMigrations(client: pg.PoolClient): Promise<void> {
  await client.query('select pg_advisory_unlock($1)', [lockKey]).catch(() => {});
}

/** Runs these migrations on an empty schema, inside the transaction that is open. */
export async function applyMigrations(
  client: pg.PoolClient,
  migrations: readonly Migration[],
): Promise<void> {
  await client.query(bookkeeping);
  for (const migration of migrations) await apply(client, migration);
}

const bookkeeping =
  'create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())';

async function applyAlone(client: pg.PoolClient, migration: Migration): Promise<void> {
  await client.query('begin');
  try {
    await apply(client, migration);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`The migration ${migration.name} failed and left nothing behind.`, { cause: error });
  }
}

async function apply(client: pg.PoolClient, { name, sql, checksum }: Migration): Promise<void> {
  await client.query(sql);
  await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
}
