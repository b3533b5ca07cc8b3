import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

import { errorCode } from './database-error.ts';
import { quoted } from './dump-tables.ts';
import {
  applyFunctions,
  applyMigrations,
  lockMigrations,
  readFunctions,
  unlockMigrations,
  type Migration,
} from './migrate.ts';
import { keepSendings, restoreSendings } from './held-sendings.ts';
import type { ImageRow } from './tables.ts';

/**
 * The content that replaces a database: a schema by its migrations, every table's rows, and what came to the schema
 * since.
 */
export type Replacement = {
  migrations: readonly Migration[];
  laterMigrations: readonly Migration[];
  tables: readonly { name: string; columns: readonly string[]; rows: number }[];
  sequences: readonly { name: string; last: string }[];
  /** A table's rows in PostgreSQL's text format for COPY. */
  read: (table: string) => Readable;
};

type ImageKey = Pick<ImageRow, 'folder' | 'name'>;

/**
 * Runs `work` while no other process migrates or replaces the database: a product that is started meanwhile waits, and so does
 * another restore.
 */
export async function withDatabaseToItself<T>(
  pool: pg.Pool,
  announce: (line: string) => void,
  work: () => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    await lockMigrations(client, announce);
    return await work();
  } finally {
    await unlockMigrations(client);
    client.release(true);
  }
}

/**
 * Replaces everything in the schema `public`, in one transaction: other connections see the old or the new content, and a
 * failure leaves the old. Runs within `withDatabaseToItself`.
 * @returns the images of the old content that are not in the new one; it has rows of them, marked for deletion
 */
export async function replaceDatabase(pool: pg.Pool, replacement: Replacement): Promise<ImageKey[]> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('set local statement_timeout = 0');
    await client.query('set local idle_in_transaction_session_timeout = 0');
    const images = await keepWhatOutlasts(client);
    await client.query('drop schema public cascade');
    await client.query('create schema public');
    await applyFunctions(client, readFunctions());
    await applyMigrations(client, replacement.migrations);
    await client.query('set constraints all immediate');
    // Without foreign keys the order of the tables does not matter; each key is checked once at the end.
    const references = await dropReferences(client);
    for (const table of replacement.tables) await fill(client, table, replacement.read(table.name));
    for (const { name, last } of replacement.sequences) {
      await client.query('select setval($1::regclass, $2::bigint)', [quoted(name), last]);
    }
    for (const statement of references) await client.query(statement);
    await applyMigrations(client, replacement.laterMigrations);
    await restoreSendings(client);
    const leaving = await insertLeavingImages(client, images);
    await raiseAllVersions(client);
    await client.query('commit');
    await client.query('set statement_timeout = 0');
    await client.query('analyze');
    return leaving;
  } finally {
    // Closing the connection rolls back, also in the middle of a failed copy.
    client.release(true);
  }
}

/**
 * The images of the old content, and what `keepSendings` keeps of it. The schema of a newer release may not have it where
 * it is looked for: then nothing is taken over.
 */
async function keepWhatOutlasts(client: pg.PoolClient): Promise<ImageKey[]> {
  await client.query('savepoint before');
  try {
    const { rows } = await client.query<ImageKey>('select folder, name from images');
    await keepSendings(client);
    return rows;
  } catch (error) {
    const isUnknown = ['42P01', '42703'].includes(errorCode(error));
    if (!isUnknown) throw error;
    await client.query('rollback to before');
    return [];
  }
}

/** True if there is neither a user nor a post, as after a first start. */
export async function isSiteEmpty(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ empty: boolean }>(
    'select not exists (select from users) and not exists (select from blog_posts) as empty',
  );
  return rows[0]?.empty === true;
}

/**
 * Inserts rows for images that a restore is about to store, in the state of an upload: when the restore is killed, their
 * files are deleted like those of an aborted upload. An image that has a row keeps it.
 */
export async function insertArrivingImages(
  pool: pg.Pool,
  images: readonly (ImageKey & Pick<ImageRow, 'bytes'>)[],
): Promise<void> {
  // A statement has a time limit, and a site has any number of images.
  const atOnce = 1_000;
  for (let from = 0; from < images.length; from += atOnce) {
    await pool.query(
      `insert into images (folder, name, bytes, width, height)
       select folder, name, bytes, 1, 1 from jsonb_to_recordset($1) as i (folder text, name text, bytes integer)
       on conflict (folder, name) do update set created_at = now() where images.state = 'arriving'`,
      [JSON.stringify(images.slice(from, from + atOnce))],
    );
  }
}

/** Deletes the row of an image without a file. */
export async function deleteUnstoredImage(pool: pg.Pool, { folder, name }: ImageKey): Promise<void> {
  await pool.query("delete from images where folder = $1 and name = $2 and state <> 'stored'", [
    folder,
    name,
  ]);
}

export async function countOtherConnections(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ others: number }>(
    `select count(*)::int as others from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()
       and application_name = current_setting('application_name')`,
  );
  return rows[0]?.others ?? 0;
}

async function fill(
  client: pg.PoolClient,
  table: { name: string; columns: readonly string[]; rows: number },
  rows: Readable,
): Promise<void> {
  const name = quoted(table.name);
  await client.query(`alter table ${name} disable trigger user`);
  await client.query(`truncate ${name}`);
  const copy = client.query(copyFrom(`copy ${name} (${table.columns.map(quoted).join(', ')}) from stdin`));
  await pipeline(rows, copy);
  if (copy.rowCount !== table.rows) {
    throw new Error(`${table.name} has ${copy.rowCount} rows instead of ${table.rows}.`);
  }
  await client.query(`alter table ${name} enable trigger user`);
}

/** Makes every cached page stale, after the content was replaced. */
async function raiseAllVersions(client: pg.PoolClient): Promise<void> {
  // Transaction ids of another server have no meaning here.
  await client.query(`update content_version set version = version + 1, raised_by = pg_current_xact_id()`);
}

/**
 * Inserts rows of images whose files the site shall delete.
 * @returns those that were not in the database yet
 */
async function insertLeavingImages(client: pg.PoolClient, keys: readonly ImageKey[]): Promise<ImageKey[]> {
  const { rows } = await client.query<ImageKey>(
    `insert into images (folder, name, state, bytes, width, height)
     select folder, name, 'leaving', 1, 1, 1 from jsonb_to_recordset($1) as i (folder text, name text)
     on conflict (folder, name) do nothing returning folder, name`,
    [JSON.stringify(keys)],
  );
  return rows;
}

/** @returns the statements that create them again */
async function dropReferences(client: pg.PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ relation: string; name: string; definition: string }>(
    `select conrelid::regclass::text as relation, conname::text as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace order by 1, 2`,
  );
  for (const { relation, name } of rows) {
    await client.query(`alter table ${relation} drop constraint ${quoted(name)}`);
  }
  return rows.map(
    ({ relation, name, definition }) =>
      `alter table ${relation} add constraint ${quoted(name)} ${definition}`,
  );
}
