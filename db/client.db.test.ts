import { setTimeout as sleep } from 'node:timers/promises';

import { AbortedTransactionError, sql } from 'kysely';
import { beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';

import { type TestServer, useDatabase } from '#tests/database.ts';
import { openDatabaseLine, type DatabaseLine } from '#tests/database-line.ts';
import { openDatabase, type DatabaseClient } from './client.ts';
import { allRows, oneRow } from './queries/outcome.ts';

/** Not the migrated database: it is copied meanwhile, and a database with connections cannot be copied. */
const server = () => ({ ...inject('postgres'), database: 'postgres' });

/** For one test, as is a line. */
function open(
  connection: TestServer,
  options: Partial<Parameters<typeof openDatabase>[1]> = {},
): DatabaseClient {
  const client = openDatabase(connection, { timeZone: 'UTC', onIdleError: () => {}, ...options });
  onTestFinished(() => client.close());
  return client;
}

async function openLine(to: TestServer): Promise<DatabaseLine> {
  const line = await openDatabaseLine(to);
  onTestFinished(() => line.close());
  return line;
}

test('a connection that breaks between two statements fails the second one, not the process', async () => {
  const [client, other] = [open(server()), open(server())];
  await client.db.connection().execute(async (connection) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(connection);
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(other.db);
    await sleep(100);
    await expect(sql`select 1`.execute(connection)).rejects.toThrow();
  });
  const { rows } = await sql<{ one: number }>`select 1 as one`.execute(client.db);
  expect(rows).toEqual([{ one: 1 }]);
});

test('days are those of a changed time zone on every connection, open or new, in use or idle', async () => {
  const client = open(server());
  const zone = async () =>
    (
      await sql<{ zone: string }>`select current_setting('TimeZone') as zone, pg_sleep(0.05)`.execute(
        client.db,
      )
    ).rows[0]?.zone;
  const three = () => Promise.all([zone(), zone(), zone()]);
  expect(await three()).toEqual(['UTC', 'UTC', 'UTC']);
  const inUse = zone();
  await sleep(20);
  client.setTimeZone('Asia/Tokyo');
  expect([await inUse, ...(await three()), await zone()]).toEqual(['UTC', ...Array(4).fill('Asia/Tokyo')]);
});

test('a statement that comes back is planned once for a connection', async () => {
  const client = open(server(), { max: 1 });
  const ask = (id: number) => sql<{ id: number }>`select ${id}::integer as id`.execute(client.db);
  for (let id = 1; id < 7; id += 1) expect((await ask(id)).rows).toEqual([{ id }]);
  const { rows } = await sql<{ plans: number }>`
    select generic_plans + custom_plans as plans from pg_prepared_statements
    where statement like '%$1::integer as id%'`.execute(client.db);
  expect(rows).toEqual([{ plans: 3 }]);
});

test('a statement goes on working when a column beside those it asks for comes and goes', async () => {
  const client = open(server(), { max: 1 });
  const run = (text: string) => sql.raw<{ a: number }>(text).execute(client.db);
  await run('create temporary table changing (a integer)');
  await run('insert into changing values (1)');
  const ask = async () => [
    (await run('select a from changing')).rows,
    (await run('select * from changing')).rows,
    (await run('select c.* from changing c')).rows,
  ];
  for (let runs = 0; runs < 8; runs += 1) await ask();
  await run('alter table changing add column b integer');
  expect(await ask()).toEqual([[{ a: 1 }], [{ a: 1, b: null }], [{ a: 1, b: null }]]);
  await run('alter table changing drop column b');
  expect(await ask()).toEqual([[{ a: 1 }], [{ a: 1 }], [{ a: 1 }]]);
});

test('a connection that falls silent fails the statement in time, and is not used again', async () => {
  const line = await openLine(server());
  const client = open(line.connection, { max: 1, timeoutMilliseconds: 200 });
  const ask = () => sql<{ one: number }>`select 1 as one`.execute(client.db);
  await ask();
  line.fallSilent();
  await expect(client.db.transaction().execute((trx) => sql`select 2`.execute(trx))).rejects.toThrow(
    'The database does not answer.',
  );
  expect((await ask()).rows).toEqual([{ one: 1 }]);
});

test('a connection that falls silent before it listens to its channel takes no place', async () => {
  const line = await openLine(server());
  const client = open(line.connection, { max: 1, listen: { channel: 'news', onNotification: () => {} } });
  const ask = () => sql<{ one: number }>`select 1 as one`.execute(client.db);
  line.fallSilentAt('listen');
  await expect(ask()).rejects.toMatchObject({ reason: 'away' });
  expect((await ask()).rows).toEqual([{ one: 1 }]);
});

test('a transaction that lifted the limit of the server may take long, and its commit may too', async () => {
  const client = open(server(), { max: 1, timeoutMilliseconds: 200 });
  const slept = client.db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx);
    await sql`select pg_sleep(0.4)`.execute(trx);
    return 'slept';
  });
  expect(await slept).toBe('slept');
});

describe('a server that is frozen', () => {
  test('is noticed within two seconds, on connections that are there and on new ones', async () => {
    const line = await openLine(server());
    const client = open(line.connection);
    const ask = (db = client.db) => allRows(db)`select 1`;
    await ask();
    line.freeze();
    const begin = performance.now();
    const asked = await Promise.allSettled([
      ask(),
      ask(),
      client.db.transaction().execute((trx) => ask(trx)),
    ]);
    expect(performance.now() - begin).toBeLessThan(2_000);
    for (const one of asked) expect(one).toMatchObject({ status: 'rejected', reason: { reason: 'away' } });
    line.mend();
    await ask();
  });

  test('is not suspected while it works on a long statement', async () => {
    const client = open(server(), { max: 1 });
    const { rows } = await sql<{ one: number }>`select 1 as one from pg_sleep(2)`.execute(client.db);
    expect(rows).toEqual([{ one: 1 }]);
  });
});

describe('a commit', () => {
  const database = useDatabase();
  beforeAll(async () => {
    await sql`create table kept (word text)`.execute(database.db);
    await sql`create table slow (word text)`.execute(database.db);
    await sql`create function wait_long() returns trigger language plpgsql as
      'begin perform pg_sleep(3); return null; end'`.execute(database.db);
    await sql`create constraint trigger waits after insert on slow deferrable initially deferred
      for each row execute function wait_long()`.execute(database.db);
  });

  const keep = (client: DatabaseClient, word: string) =>
    client.db.transaction().execute((trx) => sql`insert into kept values (${word})`.execute(trx));

  test.each([
    ['answer lost, line silent', true],
    ['answer lost, line cut', true],
    ['commit lost, line cut', false],
  ] as const)('%s: the commit is reported as unknown, and its place is free again', async (how, isKept) => {
    const line = await openLine(database.connection);
    const client = open(line.connection, { max: 1, timeoutMilliseconds: 300 });
    line.loseNextCommit(how);
    await expect(keep(client, how)).rejects.toMatchObject({ reason: 'commit-unknown' });
    const { rows } = await sql`select from kept where word = ${how}`.execute(client.db);
    expect(rows).toHaveLength(isKept ? 1 : 0);
    await expect.poll(() => keep(client, 'next').then(() => 'kept'), { timeout: 10_000 }).toBe('kept');
  });

  test('a refusal of the server is a plain no', async () => {
    await sql`create table single (word text unique deferrable initially deferred)`.execute(database.db);
    const insertTwice = database.db.transaction().execute(async (trx) => {
      await sql`insert into single values ('a'), ('a')`.execute(trx);
    });
    await expect(insertTwice).rejects.toMatchObject({ code: '23505' });
  });

  test('a transaction that goes on after a failed statement fails at its commit', async () => {
    const swallowed = database.db.transaction().execute(async (trx) => {
      await sql`select no_such_column`.execute(trx).catch(() => {});
    });
    await expect(swallowed).rejects.toThrow(AbortedTransactionError);
  });

  test('commits that hang leave connections for reads, and do not accumulate connections on the server', async () => {
    const client = open(database.connection, { timeoutMilliseconds: 500 });
    const write = () =>
      client.db.transaction().execute((trx) => sql`insert into slow values ('x')`.execute(trx));
    const begin = performance.now();
    const writes = Array.from({ length: 20 }, () => write().catch((error: unknown) => error));
    await sleep(200);
    const maxWriting = async () => {
      const { count } = await oneRow<{ count: number }>(client.db)`
        select count(*)::int from pg_stat_activity
        where datname = current_database() and query = 'commit' and state = 'active'`;
      return count;
    };
    const counts: number[] = [];
    while (performance.now() - begin < 2_500) {
      const askedAt = performance.now();
      counts.push(await maxWriting());
      expect(performance.now() - askedAt).toBeLessThan(1_000);
      await sleep(100);
    }
    expect(Math.max(...counts)).toBe(8);
    for (const error of await Promise.all(writes))
      expect(error).toHaveProperty('name', 'DatabaseUnavailable');
    await expect
      .poll(() => keep(client, 'afterwards').then(() => 'kept', String), { timeout: 10_000 })
      .toBe('kept');
  });
});
