import { randomBytes } from 'node:crypto';

import pg from 'pg';
import { inject, test as base } from 'vitest';

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
export async function createOwnDatabase({ timeZone = 'UTC' } = {}): Promise<OwnDatabase> {
  const server = inject('postgres');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await onServer(server, `create database ${name} template ${server.database} strategy file_copy`);
  const connection = { ...server, database: name };
  // A busy machine is not a failure.
  const client = openDatabase(connection, { timeZone, onIdleError: () => {}, connectMilliseconds: 60_000 });
  return {
    ...client,
    connection,
    drop: async () => {
      await client.close();
      await onServer(server, `drop database ${name} with (force)`);
    },
  };
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
