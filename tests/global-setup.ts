import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { TestProject } from 'vitest/node';

import { openDatabase, type Connection } from '#db/client.ts';
import { startEmbeddedPostgres } from '#db/embedded.ts';
import { migrate } from '#db/migrate.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A server with a migrated database to copy; see tests/database.ts. */
    postgres: Connection & { database: string };
  }
}

/**
 * One real PostgreSQL for the run: the embedded server in a folder of its own, or the one that TEST_DATABASE_URL names
 * (its user must be allowed to create databases).
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'anyforge-test-'));
  const server = await startEmbeddedPostgres({ dataDir: folder, announce: () => {} });
  const client = openDatabase(server.connection, { timeZone: 'UTC', onIdleError: () => {}, max: 2 });
  await migrate(client.pool, { announce: () => {} });
  await client.close();
  project.provide('postgres', server.connection);

  return async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
