import { randomBytes } from 'node:crypto';

import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, inject, onTestFinished, test as base } from 'vitest';

import { contextAs } from '#tests/factories.ts';
import { openDatabase, type Connection, type Database, type DatabaseClient } from '#db/client.ts';

/** A database of the server that the tests run on. */
export type TestServer = Exclude<Connection, { url: string }>;

type TestContext = Awaited<ReturnType<typeof contextAs>>;

/**
 * A test with a database connection inside a transaction that is rolled back at its end: nothing is left behind. Each
 * file has a database of its own, so that no transaction waits for one of a file that runs beside it, and no session is
 * connected to the one that is copied. `ctx` is the context of an editor on it, `admin` that of an admin. `own` is another database, for what happens
 * between transactions.
 */
export const test = base.extend<{
  $file: { ofFile: OwnDatabase };
  $test: { db: Database; ctx: TestContext; admin: TestContext; own: OwnDatabase };
}>({
  ofFile: [
    // oxlint-disable-next-line no-empty-pattern -- vitest reads the fixtures a fixture needs from this pattern
    async ({}, use) => {
      const own = await createOwnDatabase();
      await use(own);
      await own.drop();
    },
    { scope: 'file' },
  ],
  db: async ({ ofFile }, use) => {
    const transaction = await ofFile.db.startTransaction().execute();
    // Nothing is committed.
    await sql`set constraints list_post immediate`.execute(transaction);
    await use(transaction);
    await transaction.rollback().execute();
  },
  ctx: async ({ db }, use) => {
    await use(await contextAs(db, 'editor'));
  },
  admin: async ({ db }, use) => {
    await use(await contextAs(db, 'admin'));
  },
  // oxlint-disable-next-line no-empty-pattern -- as above
  own: async ({}, use) => {
    const own = await createOwnDatabase();
    await use(own);
    await own.drop();
  },
});

export type OwnDatabase = DatabaseClient & { connection: TestServer; drop: () => Promise<void> };

/**
 * A database of its own, copied from the migrated one: for tests of what happens between transactions, and for a whole
 * product.
 */
export async function createOwnDatabase(options: { timeZone?: string } = {}): Promise<OwnDatabase> {
  const { create, ...own } = planDatabase(options);
  await create();
  return own;
}

/** The same for all tests of a file or of a `describe`: it is there from its first hook on. */
export function useDatabase(options: { timeZone?: string } = {}): OwnDatabase {
  const { create, ...own } = planDatabase(options);
  beforeAll(create);
  afterAll(own.drop);
  return own;
}

/** A database that is not there before `create`; nothing connects to it earlier. */
function planDatabase({ timeZone = 'UTC' }): OwnDatabase & { create: () => Promise<void> } {
  const server = inject('postgres');
  const name = `test_${randomBytes(8).toString('hex')}`;
  const connection = { ...server, database: name };
  // A busy machine is not a failure.
  const client = openDatabase(connection, { timeZone, onIdleError: () => {}, connectMilliseconds: 60_000 });
  return {
    ...client,
    connection,
    create: () => onServer(server, `create database ${name} template ${server.database} strategy file_copy`),
    drop: async () => {
      await client.close();
      await onServer(server, `drop database ${name} with (force)`);
    },
  };
}

/** Connections of one test to a database, whose statements are noted. */
export function openCounted({ connection }: OwnDatabase, statements: string[]): Database {
  const onStatement = (text: string) => void statements.push(text);
  const client = openDatabase(connection, { timeZone: 'UTC', onIdleError: () => {}, onStatement });
  onTestFinished(() => client.close());
  return client.db;
}

/** How many connections of this database wait for a lock. */
export async function countLockWaits(db: Database): Promise<number> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows.length;
}

async function onServer(server: TestServer, statement: string): Promise<void> {
  const client = new pg.Client({ ...server, database: 'postgres' });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
