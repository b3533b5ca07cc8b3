import { setTimeout as sleep } from 'node:timers/promises';

import { openDatabase, type DatabaseClient } from '#db/client.ts';
import { migrate, SchemaError } from '#db/migrate.ts';
import { defaultWords } from '#domain/site/site-words.ts';
import { contentChannel } from '#db/queries/content-version.ts';
import type { Config } from '../settings/config.ts';
import { siteSettings } from '../settings/site-settings.ts';
import {
  explainConnectionFailure,
  noSessionsMessage,
  oldestServer,
  readOnlyMessage,
  tooOldMessage,
} from './connection-failure.ts';
import { findServer, type OpenServer } from './database-server.ts';
import { StartError } from '../settings/start-error.ts';
import { finishesWithin } from '#db/within.ts';

export type ConfiguredDatabase = ReturnType<typeof connect>;

type DatabaseOptions = {
  onIdleError?: (error: Error) => void;
  /** Called soon after a commit that changed content, in any process; a lost connection may lose a call. */
  onContentChange?: () => void;
  mayWriteToDisk?: () => Promise<void>;
};

type DatabaseConfig = Parameters<typeof findServer>[0] & Pick<Config, 'fixedWords' | 'storage'>;

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
    await untilReachable(database.client, options);
    await migrate(database.client.pool, {
      announce: options.announce,
      beforeChange: async () => {
        const { backUpBeforeMigration } = await import('../backup/backup-before-migration.ts');
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

function connect(
  config: DatabaseConfig,
  server: OpenServer,
  { mayWriteToDisk, ...options }: DatabaseOptions,
) {
  let stopping = false;
  const settings = {
    timeZone: siteSettings(defaultWords, config).timeZone,
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
    /** A connection of its own for the question "has content changed": a busy pool is no reason to show old pages. */
    watcher: watcher.db,
    /**
     * Closes the pool and stops the embedded server if this process started it.
     * @param withinMilliseconds after which neither is waited for any longer
     */
    async stop(withinMilliseconds?: number): Promise<void> {
      stopping = true;
      const closed = Promise.all([client.close(), watcher.close()]);
      if (withinMilliseconds === undefined) await closed;
      // A connection that hangs holds its pool for ever; what it holds in the server ends with the server.
      else await finishesWithin(secondsToClose * 1_000, closed);
      await server.stop(withinMilliseconds && withinMilliseconds - secondsToClose * 1_000);
    },
  };
}

const secondsBetweenTries = 1;
const secondsToClose = 1;

async function untilReachable(
  { look }: Pick<DatabaseClient, 'look'>,
  options: { announce: (line: string) => void; signal?: AbortSignal },
): Promise<void> {
  let said = '';
  while (true) {
    try {
      const { version, isReadOnly, hasSessions } = await look();
      if (version < oldestServer) throw new StartError(tooOldMessage(version));
      if (isReadOnly) throw new StartError(readOnlyMessage);
      if (!hasSessions) throw new StartError(noSessionsMessage);
      return;
    } catch (error) {
      if (error instanceof StartError) throw error;
      const { message, details, mayPass } = explainConnectionFailure(error);
      if (!mayPass) throw new StartError(`${message} ${details}`, { cause: error });
      if (message !== said) options.announce(`${message} Waiting for it. ${details}`);
      said = message;
      await sleep(secondsBetweenTries * 1000, undefined, options.signal ? { signal: options.signal } : {});
    }
  }
}
