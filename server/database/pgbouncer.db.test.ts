import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';

import { describe, expect, onTestFinished, test } from 'vitest';

import { oneRow } from '#db/queries/outcome.ts';
import { useDatabase } from '#tests/database.ts';
import { openDatabaseLine } from '#tests/database-line.ts';
import { useFolder } from '#tests/folder.ts';
import { needs } from '#tests/programs.ts';
import { listen } from '../http/port.ts';
import { openConfiguredDatabase } from './database.ts';

const pgbouncer = needs('pgbouncer');
const folder = useFolder();
const migrated = useDatabase();

/** A PgBouncer with its default settings in front of the server of the tests, for one test. @returns its address */
async function startPgBouncer(poolMode: 'session' | 'transaction', role: string): Promise<string> {
  const line = await openDatabaseLine(migrated.connection);
  onTestFinished(() => line.close());
  const probe = createServer();
  const port = await listen(probe, { host: '127.0.0.1', port: 0 });
  await new Promise((resolve) => probe.close(resolve));
  const place = await mkdtemp(join(folder, 'pgbouncer-'));
  const settings = join(place, 'pgbouncer.ini');
  await writeFile(
    settings,
    `[databases]
* = host=127.0.0.1 port=${line.connection.port} user=${role}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${poolMode}
`,
  );
  // It refuses to run as root.
  await Promise.all([folder, place].map((each) => chmod(each, 0o755)));
  const user = process.getuid?.() === 0 ? ['-u', 'daemon'] : [];
  const running = spawn('pgbouncer', ['-q', ...user, settings], { stdio: 'ignore' });
  onTestFinished(async () => {
    running.kill();
    await once(running, 'exit');
  });
  return `postgres://${role}@127.0.0.1:${port}`;
}

/** Opens a database as the product does. */
async function open(databaseUrl: string) {
  const config = {
    databaseUrl,
    dataDir: join(folder, 'data'),
    fixedWords: { timeZone: 'Asia/Tokyo' },
    storage: { kind: 'disk' } as const,
  };
  const database = await openConfiguredDatabase(config, { announce: () => {} });
  onTestFinished(() => database.stop());
  return database.client;
}

describe.skipIf(pgbouncer.isMissing)(`PgBouncer${pgbouncer.note}`, () => {
  test('in session mode leaves the time zone and the time limits of the product', async () => {
    const { user, database } = migrated.connection;
    const client = await open(`${await startPgBouncer('session', user)}/${database}`);
    const read = () => oneRow(client.db)`
      select current_setting('TimeZone') as zone, current_setting('statement_timeout') as statement,
             current_setting('idle_in_transaction_session_timeout') as idle`;
    const expected = { zone: 'Asia/Tokyo', statement: '5s', idle: '10s' };
    expect(await Promise.all([read(), read(), read()])).toEqual([expected, expected, expected]);
  });

  test('in session mode lets a plain role migrate its own database', async () => {
    const name = `plain_${migrated.connection.database}`;
    await migrated.pool.query(`create role ${name} login`);
    await migrated.pool.query(`create database ${name} owner ${name} template template0`);
    onTestFinished(async () => {
      await migrated.pool.query(`drop database ${name} with (force)`);
      await migrated.pool.query(`drop role ${name}`);
    });
    const client = await open(`${await startPgBouncer('session', name)}/${name}`);
    expect(await client.db.selectFrom('blog_posts').select('id').execute()).toEqual([]);
  });

  test('in transaction mode is refused with the setting that it needs', async () => {
    const { user, database } = migrated.connection;
    await expect(open(`${await startPgBouncer('transaction', user)}/${database}`)).rejects.toThrow(
      /set pool_mode = session in PgBouncer/,
    );
  });
});
