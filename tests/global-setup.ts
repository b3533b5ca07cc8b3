import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import pg from 'pg';
import type { TestProject } from 'vitest/node';

import { openDatabase } from '#db/client.ts';
import { startEmbeddedPostgres } from '#db/embedded/start.ts';
import { migrate } from '#db/migrate.ts';
import type { TestServer } from './database.ts';
import { useMemoryFolder } from './memory-folder.ts';
import { compileCache } from './process.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A server with a migrated database to copy; see tests/database.ts. */
    postgres: TestServer;
  }
}

/**
 * One real PostgreSQL for all projects of the run: the embedded server in a folder of its own, or the one that
 * TEST_DATABASE_URL names (its user must be allowed to create databases; they are dropped at the end). None for tests
 * that need none.
 */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  // For the workers, and for what tests start with their environment.
  process.env['NODE_COMPILE_CACHE'] = compileCache;
  if (project.vitest.projects.every(({ name }) => name === 'unit' || name === 'rules')) return undefined;
  const removeFolder = await useMemoryFolder();
  const url = process.env['TEST_DATABASE_URL'];
  const { server, stop } = url ? await openGivenServer(url) : await startOwnServer();
  const client = openDatabase(server, { timeZone: 'UTC', onIdleError: () => {}, max: 2 });
  await migrate(client.pool, { announce: () => {} });
  await client.close();
  project.provide('postgres', server);
  return async () => {
    await stop();
    await removeFolder();
  };
}

type Opened = { server: TestServer; stop: () => Promise<void> };

async function startOwnServer(): Promise<Opened> {
  const folder = await mkdtemp(join(tmpdir(), 'anyforge-test-'));
  const { connection, stop } = await startEmbeddedPostgres({
    dataDir: folder,
    announce: () => {},
    // Several products at once are tested on it. It is thrown away, so nothing waits for the disk or is tidied up.
    settings: {
      max_connections: '400',
      fsync: 'off',
      full_page_writes: 'off',
      max_wal_size: '1GB',
      autovacuum: 'off',
    },
  });
  return {
    server: connection,
    stop: async () => {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function openGivenServer(address: string): Promise<Opened> {
  const url = new URL(address);
  const database = `anyforge_test_${randomBytes(6).toString('hex')}`;
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: address });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await run(`create database ${database}`);
  return {
    server: {
      host: url.searchParams.get('host') ?? url.hostname,
      port: Number(url.port || 5432),
      user: decodeURIComponent(url.username),
      ...(url.password ? { password: decodeURIComponent(url.password) } : {}),
      database,
    },
    stop: () => run(`drop database ${database} with (force)`),
  };
}
