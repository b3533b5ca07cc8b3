import { setTimeout as sleep } from 'node:timers/promises';

import type { Web } from '#app/web.ts';
import { DatabaseUnavailable } from '#db/database-error.ts';
import { EmbeddedPostgresError } from '#db/embedded/start.ts';
import { SchemaError } from '#db/migrate.ts';

import { BackupError } from './backup/archive-format.ts';
import { readConfig } from './settings/config.ts';
import { readEnvironment } from './settings/environment.ts';
import { beginToFindServer } from './database/database-server.ts';
import { ConfigError, StartError } from './settings/start-error.ts';
import { findOwnAddress } from './http/own-address.ts';
import type { Product } from './product.ts';
import { stopAtLast } from './scheduling/shutdown.ts';
import type { SiteOptions } from './services.ts';

/** Two signals so close together are one wish: the terminal's and the parent's. */
const sameWishWithin = 500;
const noticeOrphanEvery = 500;

/**
 * Runs the product until it is told to stop: SIGTERM, SIGINT, SIGHUP, or the end of npm or of a command of ours, where that
 * started it. The first wish stops gracefully, the second at once.
 */
export async function runProduct(
  web: Pick<SiteOptions, 'web' | 'clientDirectory' | 'development'>,
): Promise<void> {
  process.stdout.on('error', () => {});
  process.stderr.on('error', () => {});
  const starting = new AbortController();
  let product: Product | null = null;
  let askedAt = 0;

  const stop = async () => {
    const now = performance.now();
    if (askedAt > 0 && now - askedAt < sameWishWithin) return;
    if (askedAt > 0) endNow(1);
    askedAt = now;
    starting.abort();
    if (!product) return;
    setTimeout(() => endNow(1), stopAtLast).unref();
    await product.stop();
    await endSoon();
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop());
  whenOrphaned(() => void stop());
  // A command that starts the product for itself has a channel to it, which may have ended before this line.
  process.on('disconnect', () => void stop());
  if (process.connected === false) void stop();

  try {
    const config = readConfig(await readEnvironment());
    const address = await findOwnAddress(config);
    const { server } = await beginToFindServer(config, announce);
    // Most of the code: it is loaded while PostgreSQL starts.
    const { startProduct } = await import('./product.ts');
    product = await startProduct({ ...web, config, address, server, announce, signal: starting.signal });
    if (starting.signal.aborted) {
      await product.stop();
      await endSoon();
    }
  } catch (error) {
    if (starting.signal.aborted) process.exit(0);
    process.stderr.write(`${explainFailure(error)}\n`);
    process.exit(1);
  }
}

/** True while a call on a file has not returned. */
function hasFileCall(): boolean {
  return process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq'));
}

/** Ends the process. An exit would wait for a call on a mount whose server is gone, for ever. */
function endNow(code: number): void {
  if (hasFileCall()) process.kill(process.pid, 'SIGKILL');
  process.exit(code);
}

/** Ends the process once the calls on files have returned that do. */
async function endSoon(): Promise<void> {
  for (let attempt = 0; attempt < 20 && hasFileCall(); attempt += 1) await sleep(50);
  endNow(0);
}

/** The web as a module that was loaded. @throws Error when it is that of another release */
export function webOf(loaded: object): Web {
  if (isWeb(loaded)) return loaded;
  throw new Error('build/server is not a build of this release. Run npm start to build it again.');
}

function isWeb(loaded: object): loaded is Web {
  return 'answer' in loaded && typeof loaded.answer === 'function' && 'routePatterns' in loaded;
}

/** A line for the person at the terminal; the log's lines are for machines. */
function announce(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** A killed npm sends no signal, and without npm there is no way to stop this process from its terminal. */
function whenOrphaned(callback: () => void): void {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    callback();
  }, noticeOrphanEvery);
  watch.unref();
}

const forPeople = [
  ConfigError,
  StartError,
  EmbeddedPostgresError,
  SchemaError,
  BackupError,
  DatabaseUnavailable,
];

/** The message at the terminal when the product cannot start. */
function explainFailure(error: unknown): string {
  if (forPeople.some((kind) => error instanceof kind) && error instanceof Error) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
