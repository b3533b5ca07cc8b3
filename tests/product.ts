import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { createOwnDatabase, type OwnDatabase } from './database.ts';

const repository = fileURLToPath(new URL('..', import.meta.url));

export type RunningProduct = {
  origin: string;
  /** Everything it has printed so far. */
  output: () => string;
  /** The one-time link, while there is no administrator. */
  setupLink: () => string;
  database: OwnDatabase;
  signal: (name: NodeJS.Signals) => void;
  /** Resolves with the exit code. */
  exited: Promise<number | null>;
  /** Ends it as a power cut would; the answer starts it again at the same address, on the same data. */
  kill: () => Promise<() => Promise<void>>;
  stop: () => Promise<void>;
};

/**
 * The whole product as its own process (the build must be there), on a database of its own.
 * @param env settings beside those that keep it apart from others.
 * @param beside another product whose database and session secret this one shares, as a second instance would.
 */
export async function startProduct(
  env: Record<string, string> = {},
  beside?: RunningProduct,
): Promise<RunningProduct> {
  const database = beside?.database ?? (await createOwnDatabase());
  const dataDir = await mkdtemp(join(tmpdir(), 'anyforge-product-'));
  let output = '';
  let child = run('0');

  function run(port: string) {
    const started = spawn(process.execPath, ['server/main.ts'], {
      cwd: repository,
      env: {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        NODE_ENV: 'production',
        PORT: port,
        DATA_DIR: dataDir,
        DATABASE_URL: urlOf(database.connection),
        RATE_LIMITS: 'off',
        LOG_LEVEL: 'info',
        SESSION_SECRET: 'a-secret-of-all-products-under-test-0123456789',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    started.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    started.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
    const exited = new Promise<number | null>((resolve) => started.once('exit', resolve));
    return { process: started, exited };
  }
  const ready = () => firstMatch(() => output, /Ready at (\S+)/, child.exited);

  const stop = async () => {
    child.process.kill('SIGTERM');
    await child.exited;
    if (!beside) await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  };
  const origin = await ready().catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return {
    origin,
    output: () => output,
    setupLink: () => matchOf(output, /(http\S+\/admin\/setup\?token=\S+)/),
    database,
    signal: (name) => child.process.kill(name),
    exited: child.exited,
    kill: async () => {
      child.process.kill('SIGKILL');
      await child.exited;
      return async () => {
        output = '';
        child = run(new URL(origin).port);
        await ready();
      };
    },
    stop,
  };
}

/** A pool's connection as the address that DATABASE_URL takes. */
export function urlOf(connection: OwnDatabase['connection']): string {
  if ('url' in connection) return connection.url;
  const { user, host, port, database } = connection;
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}

async function firstMatch(text: () => string, pattern: RegExp, ended: Promise<unknown>): Promise<string> {
  const isOver = ended.then(() => true);
  const deadline = Date.now() + 30_000;
  while (Date.now() < deadline) {
    const found = pattern.exec(text())?.[1];
    if (found !== undefined) return found;
    if (await Promise.race([isOver, sleep(25, false)])) break;
  }
  throw new Error(`The product did not start:\n${text()}`);
}

function matchOf(text: string, pattern: RegExp): string {
  const found = pattern.exec(text)?.[1];
  if (found === undefined) throw new Error(`Not found in the output: ${pattern}\n${text}`);
  return found;
}
