import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';

import { openDatabase } from './client.ts';

/** Not the migrated database: it is copied meanwhile, which nobody may be connected to. */
const server = () => ({ ...inject('postgres'), database: 'postgres' });

test('a connection that breaks between two statements fails the second one, not the process', async () => {
  const open = () => openDatabase(server(), { timeZone: 'UTC', onIdleError: () => {} });
  const [client, other] = [open(), open()];
  await client.db.connection().execute(async (connection) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(connection);
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(other.db);
    await sleep(100);
    await expect(sql`select 1`.execute(connection)).rejects.toThrow();
  });
  const { rows } = await sql<{ one: number }>`select 1 as one`.execute(client.db);
  expect(rows).toEqual([{ one: 1 }]);
  await Promise.all([client.close(), other.close()]);
});

test('a statement that comes back is planned once for a connection', async () => {
  const client = openDatabase(server(), { timeZone: 'UTC', onIdleError: () => {}, max: 1 });
  const ask = (id: number) => sql<{ id: number }>`select ${id}::integer as id`.execute(client.db);
  for (let id = 1; id < 7; id += 1) expect((await ask(id)).rows).toEqual([{ id }]);
  const { rows } = await sql<{ plans: number }>`
    select generic_plans + custom_plans as plans from pg_prepared_statements where statement like '%$1::integer as id%'`.execute(
    client.db,
  );
  expect(rows).toEqual([{ plans: 3 }]);
  await client.close();
});

test('a statement goes on working when a column beside those it asks for comes and goes', async () => {
  const client = openDatabase(server(), { timeZone: 'UTC', onIdleError: () => {}, max: 1 });
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
  await client.close();
});

test('a server that falls silent fails the statement in time, and its connection is not used again', async () => {
  const line = await openLine();
  const client = openDatabase(
    { ...server(), host: '127.0.0.1', port: line.port },
    { timeZone: 'UTC', onIdleError: () => {}, max: 1, patience: 200 },
  );
  const ask = () => sql<{ one: number }>`select 1 as one`.execute(client.db);
  await ask();
  line.fallSilent();
  await expect(client.db.transaction().execute((trx) => sql`select 2`.execute(trx))).rejects.toThrow(
    'The database does not answer.',
  );
  expect((await ask()).rows).toEqual([{ one: 1 }]);
  await client.db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx);
    await sql`select pg_sleep(0.4)`.execute(trx);
  });
  await client.close();
  await line.close();
});

/** A line to the server. Silent, it takes what is sent on the connections of that moment and never answers. */
async function openLine() {
  const { host, port } = server();
  const sockets = new Set<Socket>();
  const relay = createServer((near) => {
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    near.pipe(far).pipe(near);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        near.destroy();
        far.destroy();
      });
    }
  });
  relay.listen(0, '127.0.0.1');
  await once(relay, 'listening');
  return {
    port: (relay.address() as AddressInfo).port, // a TCP server's address is never a path
    fallSilent: () => {
      for (const socket of sockets) {
        socket.unpipe();
        socket.resume();
      }
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      relay.close();
      await once(relay, 'close');
    },
  };
}
