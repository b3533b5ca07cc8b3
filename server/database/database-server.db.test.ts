import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { findServer } from './database-server.ts';

test('an embedded PostgreSQL that starts again when the product stops is stopped', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'af-server-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  const startsAgain = Promise.withResolvers<void>();
  const announce = (line: string) => {
    if (line.includes('Starting it again')) startsAgain.resolve();
  };
  const server = await findServer({ databaseUrl: null, dataDir }, { announce });
  const pidFile = join(dataDir, 'postgres', 'postmaster.pid');
  process.kill(Number.parseInt(await readFile(pidFile, 'utf8'), 10), 'SIGKILL');
  await startsAgain.promise;
  await server.stop();
  await expect(readFile(pidFile)).rejects.toThrow('ENOENT');
});
