import { setTimeout as sleep } from 'node:timers/promises';

import type pg from 'pg';

import { openDatabase, type Connection, type Database, type DatabaseClient } from '#db/client.ts';
import { messageOf } from '#db/database-error.ts';
import { EmbeddedPostgresError, embeddedConnection, startEmbeddedPostgres } from '#db/embedded/start.ts';
import { migrate, SchemaError } from '#db/migrate.ts';
import { contentChannel } from '#db/queries/content-version.ts';
import { readOnlyCondition } from '#db/read-only.ts';
import type { Config } from './config.ts';
import {
  explainConnectionFailure,
  oldestServer,
  readOnlyMessage,
  tooOldMessage,
} from './database-failure.ts';
import { archiveSettings, startArchiver } from './backup/log-archiver.ts';
import { finishesWithin } from './scheduling/within.ts';

export type ConfiguredDatabase = {
  client: DatabaseClient;
  /** A connection of its own for the question "has content changed": a busy pool is no reason to show old pages. */
  watcher: Database;
  /**
   * Closes the pool and stops the embedded server if this process started it.
   * @param withinMilliseconds after which neither is waited for any longer
   */
  stop: (withinMilliseconds?: number) => Promise<void>;
};

type DatabaseOptions = {
  onIdleError?: (error: Error) => void;
  /** Called soon after a commit that changed content, in any process; a lost connection may lose a call. */
  onContentChange?: () => void;
  mayWriteToDisk?: () => Promise<void>;
};

type DatabaseConfig = Pick<Config, 'databaseUrl' | 'dataDir' | 'siteTimezone' | 'storage'> &
  Partial<Pick<Config, 'backup' | 'backupPassphrase'>>;

/** Why the product cannot start; the message is for the person who started it. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/**
 * The database that the settings name, reachable and migrated to this release.
 * @param options.announce gets a message for each long step, and once why it waits.
 * @param options.mayWriteToDisk asked before every write to the embedded database, whose disk DATA_DIR is on.
 * @param options.server that was found already
 * @param options.share lets a command use the embedded server of a product that is running on the same DATA_DIR.
 * @param options.mayBeNewer accepts the schema of a newer release, which a restore replaces.
 * @throws StartError or EmbeddedPostgresError when waiting would not help.
 */
export async function openConfiguredDatabase(
  config: DatabaseConfig,
  options: DatabaseOptions & {
    announce: (line: string) => void;
    server?: Promise<OpenServer>;
    share?: boolean;
    mayBeNewer?: boolean;
    signal?: AbortSignal;
  },
): Promise<ConfiguredDatabase> {
  const server = await (options.server ?? findServer(config, options));
  const database = connect(config, server, options);
  try {
    await untilReachable(database.client.pool, options);
    await migrate(database.client.pool, {
      announce: options.announce,
      beforeChange: async () => {
        const { backUpBeforeMigration } = await import('./backup/backup-before-migration.ts');
        await backUpBeforeMigration(database.client.pool, config, options.announce);
      },
    }).catch((error: unknown) => {
      if (!(options.mayBeNewer && error instanceof SchemaError)) throw error;
    });
  } catch (error) {
    await database.stop();
    throw error;
  }
  return database;
}

export type OpenServer = { connection: Connection; stop: (withinMilliseconds?: number) => Promise<void> };

function connect(
  config: DatabaseConfig,
  server: OpenServer,
  { mayWriteToDisk, ...options }: DatabaseOptions,
): ConfiguredDatabase {
  let stopping = false;
  const settings = {
    timeZone: config.siteTimezone,
    // The pool calls itself closed before its connections are; what the server says to those is no error.
    onIdleError: (error: Error) => {
      if (!stopping) options.onIdleError?.(error);
    },
  };
  const isOnOurDisk = config.databaseUrl === null && mayWriteToDisk !== undefined;
  const client = openDatabase(server.connection, {
    ...settings,
    ...(isOnOurDisk ? { mayWrite: mayWriteToDisk } : {}),
  });
  const { onContentChange } = options;
  const watcher = openDatabase(server.connection, {
    ...settings,
    max: 1,
    ...(onContentChange ? { listen: { channel: contentChannel, onNotification: onContentChange } } : {}),
  });
  return {
    client,
    watcher: watcher.db,
    async stop(withinMilliseconds) {
      stopping = true;
      const closed = Promise.all([client.close(), watcher.close()]);
      if (withinMilliseconds === undefined) await closed;
      // A connection that hangs holds its pool for ever; what it holds in the server ends with the server.
      else await finishesWithin(secondsToClose * 1_000, closed);
      await server.stop(withinMilliseconds && withinMilliseconds - secondsToClose * 1_000);
    },
  };
}

/**
 * Finds the server, and resolves when what is left is a wait for it.
 * @returns its promise, which may be rejected already and says so to who waits for it
 */
export async function beginToFindServer(
  config: Parameters<typeof findServer>[0],
  announce: (line: string) => void,
): Promise<{ server: Promise<OpenServer> }> {
  const begun = Promise.withResolvers<void>();
  const server = findServer(config, { announce, onBegun: begun.resolve });
  server.then(() => begun.resolve(), begun.resolve);
  await begun.promise;
  return { server };
}

/** The server that the settings name; without DATABASE_URL the embedded one, started or, with `share`, already running. */
export async function findServer(
  config: Omit<DatabaseConfig, 'siteTimezone' | 'storage'>,
  options: { announce: (line: string) => void; share?: boolean; onBegun?: () => void },
): Promise<OpenServer> {
  if (config.databaseUrl !== null) {
    return { connection: { url: config.databaseUrl }, stop: async () => {} };
  }
  try {
    return await startAndKeep(config, options);
  } catch (error) {
    const running =
      options.share && error instanceof EmbeddedPostgresError && embeddedConnection(config.dataDir);
    if (running) return { connection: running, stop: async () => {} };
    throw error;
  }
}

/**
 * Starts the embedded server, and again whenever it ends without being asked to: its socket stays where it was. Where there
 * is a place for it, its log is archived meanwhile.
 */
async function startAndKeep(
  { dataDir, backup = null, backupPassphrase = null }: Parameters<typeof findServer>[0],
  { announce, onBegun }: { announce: (line: string) => void; onBegun?: () => void },
) {
  const settings = backup === null ? {} : archiveSettings;
  const server = { dataDir, announce, settings };
  let current = await startEmbeddedPostgres({ ...server, onBegun });
  let stopping = false;
  const { connection } = current;
  const stopArchiver = backup && startArchiver({ dataDir, backup, backupPassphrase });

  const keep = async () => {
    while (true) {
      const { wasStopped, code, signal } = await current.exited;
      if (wasStopped || stopping) return;
      announce(
        `The embedded PostgreSQL ended by itself (${signal ?? `exit code ${code}`}). Starting it again.`,
      );
      current = await startAgain();
    }
  };
  const startAgain = async () => {
    while (true) {
      try {
        return await startEmbeddedPostgres(server);
      } catch (error) {
        if (stopping) throw error;
        announce(messageOf(error));
        await sleep(secondsBetweenTries * 1000);
      }
    }
  };
  const kept = keep().catch(() => {});

  return {
    connection,
    stop: async (withinMilliseconds?: number) => {
      stopping = true;
      await current.stop(withinMilliseconds);
      await kept;
      // Not before: the last segment is completed by the stop.
      await stopArchiver?.();
    },
  };
}

const secondsBetweenTries = 1;
const secondsToClose = 1;

async function untilReachable(
  pool: pg.Pool,
  options: { announce: (line: string) => void; signal?: AbortSignal },
): Promise<void> {
  let said = '';
  while (true) {
    try {
      const { rows } = await pool.query<{ version: number; isReadOnly: boolean }>(
        `select current_setting('server_version_num')::int as version, ${readOnlyCondition} as "isReadOnly"`,
      );
      const version = rows[0]?.version ?? 0;
      if (version < oldestServer) throw new StartError(tooOldMessage(version));
      if (rows[0]?.isReadOnly === true) throw new StartError(readOnlyMessage);
      return;
    } catch (error) {
      if (error instanceof StartError) throw error;
      const { message, mayPass } = explainConnectionFailure(error);
      if (!mayPass) throw new StartError(message, { cause: error });
      if (message !== said) options.announce(`${message} Waiting for it.`);
      said = message;
      await sleep(secondsBetweenTries * 1000, undefined, options.signal ? { signal: options.signal } : {});
    }
  }
}
