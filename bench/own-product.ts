import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { openDatabase, type DatabaseClient } from '#db/client.ts';
import { startEmbeddedPostgres } from '#db/embedded/start.ts';
import type { Client } from '#tests/client.ts';
import { urlOf } from '#tests/database-url.ts';
import { startAsStarted, type StartedProduct } from './as-started.ts';

export const account = { email: 'bench@firm.test', password: 'correct horse battery' };

export type OwnProduct = {
  origin: string;
  /** In the form of DATABASE_URL. */
  databaseUrl: string;
  /** The process of the PostgreSQL server. */
  postmasterPid: number;
  db: DatabaseClient;
  process: StartedProduct;
  /** Everything it has logged so far. */
  log: () => string;
  stop: () => Promise<void>;
};

/** A product with one super admin, on a separate database that the measurement can write to. */
export async function startOwnProduct(env: Record<string, string> = {}): Promise<OwnProduct> {
  const folder = await mkdtemp(join(tmpdir(), 'anyforge-bench-'));
  const server = await startEmbeddedPostgres({ dataDir: join(folder, 'database'), announce: () => {} });
  const databaseUrl = urlOf(server.connection);
  const logFile = join(folder, 'log');
  const process = await startAsStarted(logFile, {
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: databaseUrl,
    ADMIN_EMAIL: account.email,
    ADMIN_PASSWORD: account.password,
    ...env,
  });
  const { origin } = process;
  const db = openDatabase(server.connection, { timeZone: 'UTC', onIdleError: () => {} });
  return {
    origin,
    databaseUrl,
    postmasterPid: await postmasterOf(folder),
    db,
    process,
    log: () => readFileSync(logFile, 'utf8'),
    async stop() {
      await process.end();
      await db.close();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function postmasterOf(folder: string): Promise<number> {
  const text = await readFile(join(folder, 'database', 'postgres', 'postmaster.pid'), 'utf8');
  return Number(text.split('\n', 1)[0]);
}

/**
 * Times of the server, from its request log, for requests of one address after some that are not measured.
 * @returns milliseconds for each of `rounds` requests, and the size of the last response
 */
export async function serverTimes(
  { log }: OwnProduct,
  client: Client,
  path: string,
  { warmUp, rounds }: { warmUp: number; rounds: number },
): Promise<{ times: number[]; bytes: number }> {
  const from = log().length;
  let bytes = 0;
  for (let round = 0; round < warmUp + rounds; round += 1) {
    const answer = await client.get(path);
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}.`);
    bytes = (await answer.arrayBuffer()).byteLength;
  }
  for (;;) {
    const times = Array.from(
      log()
        .slice(from)
        .matchAll(/"ms":([\d.]+)/g),
      ([, ms]) => Number(ms),
    );
    if (times.length >= warmUp + rounds) return { times: times.slice(warmUp), bytes };
    await sleep(50);
  }
}
