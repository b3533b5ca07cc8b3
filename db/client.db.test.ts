import { setTimeout as sleep } from 'node:timers/promises';

import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';

import { openDatabase } from './client.ts';

test('a connection that breaks between two statements fails the second one, not the process', async () => {
  const open = () => openDatabase(inject('postgres'), { timeZone: 'UTC', onIdleError: () => {} });
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
