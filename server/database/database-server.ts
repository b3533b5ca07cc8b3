import { setTimeout as sleep } from 'node:timers/promises';

import type { Connection } from '#db/client.ts';
import { messageOf } from '#db/database-error.ts';
import { EmbeddedPostgresError, embeddedConnection, startEmbeddedPostgres } from '#db/embedded/start.ts';
import { finishesWithin } from '#db/within.ts';
import type { Config } from '../settings/config.ts';

export type OpenServer = { connection: Connection; stop: (withinMilliseconds?: number) => Promise<void> };

type ServerConfig = Pick<Config, 'databaseUrl' | 'dataDir'> &
  Partial<Pick<Config, 'backup' | 'backupPassphrase'>>;

/**
 * Finds the server, and resolves when what is left is a wait for it.
 * @returns its promise, which may be rejected already and says so to who waits for it
 */
export async function beginToFindServer(
  config: ServerConfig,
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
  config: ServerConfig,
  options: { announce: (line: string) => void; share?: boolean; onBegun?: () => void },
): Promise<OpenServer> {
  if (config.databaseUrl !== null) {
    return { connection: { url: verified(config.databaseUrl) }, stop: async () => {} };
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

/** An address whose certificate is verified in every mode that encrypts, as the driver does with a warning. */
function verified(databaseUrl: string): string {
  return databaseUrl.replace(/(?<=[?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, 'verify-full');
}

/**
 * Starts the embedded server, and again whenever it ends without being asked to: its socket stays where it was. Where there
 * is a place for it, its log is archived meanwhile.
 */
async function startAndKeep(
  { dataDir, backup = null, backupPassphrase = null }: ServerConfig,
  { announce, onBegun }: { announce: (line: string) => void; onBegun?: () => void },
) {
  const archiver = backup === null ? undefined : await import('../backup/log-archiver.ts');
  // On a full disk it is waited for a little longer.
  const onOrphan = archiver && (() => archiver.endCommand(dataDir).catch(() => {}));
  const server = { dataDir, announce, onOrphan, settings: archiver?.archiveSettings ?? {} };
  const first = await startEmbeddedPostgres({ ...server, onBegun });
  let current = Promise.resolve(first);
  let stopping = false;
  const stopArchiver = backup && archiver?.startArchiver({ dataDir, backup, backupPassphrase });

  const keep = async () => {
    while (true) {
      const { wasStopped, code, signal } = await (await current).exited;
      if (wasStopped || stopping) return;
      announce(
        `The embedded PostgreSQL ended by itself (${signal ?? `exit code ${code}`}). Starting it again.`,
      );
      current = startAgain();
    }
  };
  const startAgain = async () => {
    while (true) {
      try {
        return await startEmbeddedPostgres(server);
      } catch (error) {
        if (stopping) throw error;
        announce(messageOf(error));
        await sleep(millisecondsBetweenTries);
      }
    }
  };
  const kept = keep().catch(() => {});

  return {
    connection: first.connection,
    stop: async (withinMilliseconds?: number) => {
      stopping = true;
      // Null: it was about to start again, and could not.
      const started = await current.catch(() => null);
      await started?.stop(withinMilliseconds);
      await kept;
      // Not before: the last segment is completed by the stop.
      // A place that does not answer holds it up.
      await finishesWithin(secondsForArchiver * 1_000, stopArchiver?.() ?? Promise.resolve());
    },
  };
}

const millisecondsBetweenTries = 1_000;
const secondsForArchiver = 2;
