import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll } from 'vitest';

import { listViewDifferences } from '#tests/view-differences.ts';
import { sessionSecret } from './client.ts';
import { urlOf } from './database-url.ts';
import { createOwnDatabase, type OwnDatabase } from './database.ts';
import { startProcess } from './process.ts';

export type RunningProduct = Awaited<ReturnType<typeof startProduct>>;

/**
 * The whole product as its own process (the build must be there), on a database of its own.
 * @param env settings beside those that keep it apart from others.
 * @param beside another product whose database and session secret this one shares, as a second instance would; or a
 *   database that the test drops.
 */
export async function startProduct(env: Record<string, string> = {}, beside?: { database: OwnDatabase }) {
  const database = beside?.database ?? (await createOwnDatabase());
  const dataDir = await mkdtemp(join(tmpdir(), 'anyforge-product-'));
  let running = run('0');

  function run(port: string) {
    return startProcess(['server/main.mjs'], {
      NODE_ENV: 'production',
      PORT: port,
      DATA_DIR: dataDir,
      DATABASE_URL: urlOf(database.connection),
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'info',
      SESSION_SECRET: sessionSecret,
      ...env,
    });
  }
  const ready = async () => (await running.until(/Ready at (\S+)/)).replace('//localhost:', '//127.0.0.1:');

  const stop = async () => {
    running.signal('SIGTERM');
    await running.exited;
    await rm(dataDir, { recursive: true, force: true });
    if (beside) return;
    // Whatever a test did, every sum of views is what its rows say.
    const differences = await listViewDifferences(database.db);
    await database.drop();
    if (differences.length > 0) throw new Error(JSON.stringify(differences));
  };
  const origin = await ready().catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return {
    origin,
    /** Its own folder: images lie in `storage`. */
    dataDir,
    /** The process, for what it takes of the machine. */
    pid: running.pid,
    /** Everything it has printed so far. */
    output: () => running.output(),
    /** The one-time link, while there is no administrator. */
    setupLink: () => matchOf(running.output(), /(http\S+\/admin\/setup\?token=\S+)/),
    database,
    signal: (name: NodeJS.Signals) => running.signal(name),
    /** Resolves with the exit code. */
    exited: running.exited,
    /** Ends it as a power cut would; the answer starts it again at the same address, on the same data. */
    kill: async () => {
      running.signal('SIGKILL');
      await running.exited;
      return async () => {
        running = run(new URL(origin).port);
        await ready();
      };
    },
    stop,
  };
}

/**
 * A product for all tests of a file: what this returns is filled in before the first one.
 * @param env settings, or what gives them once an earlier hook is done
 * @param beside as of `startProduct`
 */
export function useProduct(
  env: Record<string, string> | (() => Record<string, string>) = {},
  beside?: Pick<RunningProduct, 'database'>,
): RunningProduct {
  // Nothing reads it before the hook.
  const product = {} as RunningProduct;
  const start = () => startProduct(typeof env === 'function' ? env() : env, beside);
  beforeAll(async () => void Object.assign(product, await start()));
  afterAll(() => product.stop?.());
  return product;
}

function matchOf(text: string, pattern: RegExp): string {
  const found = pattern.exec(text)?.[1];
  if (found === undefined) throw new Error(`Not found in the output: ${pattern}\n${text}`);
  return found;
}
