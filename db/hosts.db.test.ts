import { sql } from 'kysely';
import pg from 'pg';
import { expect, inject, test } from 'vitest';

import { openDatabaseLine } from '#tests/database-line.ts';
import { startDatabaseProxy } from '#tests/database-proxy.ts';
import { urlOf } from '#tests/database-url.ts';
import { createOwnDatabase } from '#tests/database.ts';
import { openDatabase } from './client.ts';
import { createHostSelection } from './hosts.ts';

const hostOf = (url: string) => new URL(url).host;

test('when a host is lost, writes go on at the other within 10 seconds', async () => {
  const database = await createOwnDatabase();
  const [first, second] = await Promise.all([
    startDatabaseProxy(database.connection),
    startDatabaseProxy(database.connection),
  ]);
  const url = `${first.url.replace(hostOf(first.url), `${hostOf(first.url)},${hostOf(second.url)}`)}?target_session_attrs=read-write`;
  const client = openDatabase({ url }, { timeZone: 'UTC', onIdleError: () => {} });
  const write = (n: number) =>
    sql`update backup_status set verify_seconds = ${n}`.execute(client.db).then(
      () => true,
      () => false,
    );
  try {
    expect(await write(1)).toBe(true);
    await first.lose();
    await expect.poll(() => write(2), { timeout: 10_000 }).toBe(true);
    await first.find();
    await second.lose();
    await expect.poll(() => write(3), { timeout: 10_000 }).toBe(true);
  } finally {
    await client.close();
    await Promise.all([first.close(), second.close()]);
    await database.drop();
  }
});

test('a host that takes no writes is passed over', async () => {
  const database = await createOwnDatabase();
  const proxy = await startDatabaseProxy(database.connection);
  const readOnly = `${proxy.url}?options=${encodeURIComponent('-c default_transaction_read_only=on')}`;
  const { Client, verify } = createHostSelection([readOnly, proxy.url]);
  const pool = new pg.Pool({ Client, verify, connectionTimeoutMillis: 2_000 });
  pool.on('error', () => {});
  const isReadOnly = async () => {
    const { rows } = await pool.query("select current_setting('default_transaction_read_only') as setting");
    return rows[0]?.setting;
  };
  try {
    await expect(isReadOnly()).rejects.toThrow('this host takes no writes');
    await expect.poll(isReadOnly, { timeout: 5_000 }).toBe('off');
  } finally {
    await pool.end();
    await proxy.close();
    await database.drop();
  }
});

test('a host that falls silent before it is known to take writes takes no place', async () => {
  const line = await openDatabaseLine({ ...inject('postgres'), database: 'postgres' });
  const url = urlOf(line.connection).replace('localhost', '127.0.0.1').replace(/\?.*$/, '');
  const { Client, verify } = createHostSelection([url, url]);
  const pool = new pg.Pool({ Client, verify, connectionTimeoutMillis: 2_000, max: 1 });
  pool.on('error', () => {});
  try {
    line.fallSilentAt('isReadOnly');
    await expect(pool.query('select')).rejects.toThrow('The database does not answer.');
    await expect(pool.query('select')).resolves.toMatchObject({ command: 'SELECT' });
  } finally {
    await pool.end();
    await line.close();
  }
});
