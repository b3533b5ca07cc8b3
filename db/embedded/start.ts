import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, rmdir } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

import { findPrograms, type PostgresPrograms } from './binaries.ts';
import { databaseName, ownerOf, prepareDataDirectory } from './data-directory.ts';
import { EmbeddedPostgresError, explainProgramFailure, fileError } from './error.ts';
import { lockDataDir, readSocketFolder } from './lock.ts';
import { platformOfMachine, type StartContext } from './platform.ts';
import { canDieWithUs, fileOwner, startProgram, unprivilegedAccount, waysToRun } from './program.ts';
import { openSocketFolder, socketPort } from './socket.ts';
import { makeFolder } from '../make-folder.ts';
import { within } from '../within.ts';

export { EmbeddedPostgresError };

export type EmbeddedPostgres = Awaited<ReturnType<typeof startEmbeddedPostgres>>;

type Props = {
  readonly dataDir: string;
  readonly announce: (line: string) => void;
  readonly log?: (line: string) => void;
  /** Settings of PostgreSQL that differ from those of every start: of archiving, or of a recovery, which is over when this resolves. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Called while a PostgreSQL whose owner is gone is waited for: it may itself wait for what that owner did. */
  readonly onOrphan?: (() => Promise<void>) | undefined;
  /** Called when PostgreSQL has begun to start: what is done until it is ready costs no time. */
  readonly onBegun?: (() => void) | undefined;
};

/**
 * Starts the PostgreSQL from node_modules on `{dataDir}/postgres`, which is created at the first start, and
 * resolves when it accepts connections. It runs as this user, also when that is root, is
 * accessible to no other user, and ends when this process ends in any way. Call it from the main thread: the
 * kernel takes the thread's end for the process's.
 *
 * `announce` gets a message for the operator when something takes longer; `log` gets PostgreSQL's own lines.
 * Throws EmbeddedPostgresError, whose message is a message for the person who started the product.
 */
export async function startEmbeddedPostgres(options: Props) {
  const { announce, log = () => {}, settings, onOrphan } = options;
  const dataDir = resolve(options.dataDir);
  const dataDirectory = join(dataDir, 'postgres');
  await makeFolder(dataDir).catch((error: unknown) => {
    throw fileError('Cannot create DATA_DIR', dataDir, error);
  });
  const platform = platformOfMachine();
  const diesWithUs = platform.hasNamespaces && (await canDieWithUs());
  const self = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  const context = { dataDir, dataDirectory, platform, diesWithUs, self, announce, onOrphan };
  const choosing = choosePrograms(context);
  choosing.catch(() => {});
  const locks = await lockDataDir(context);
  try {
    const programs = await choosing;
    const directory = await prepareDataDirectory(context, programs, locks.data);
    const socket = await openSocketFolder(dataDir, fileOwner(programs.runAs, self), self);
    // The socket's folder is the third file that the postmaster inherits, after the data directory and the lock.
    const inside = {
      data: platform.inheritedPath(3, dataDirectory),
      socket: platform.inheritedPath(5, socket.path),
    };
    const postmaster = startProgram({
      file: programs.postgres,
      args: ['-D', inside.data, ...commandLine(inside.socket, settings)],
      runAs: programs.runAs,
      diesWithUs,
      inherit: [directory.fd, locks.data.fd, socket.folder.fd],
    });
    const lines = followLines(
      postmaster,
      { [inside.data]: dataDirectory, [inside.socket]: socket.path },
      log,
    );
    const ended = waitForEnd(postmaster);
    options.onBegun?.();
    await directory.close();
    await socket.folder.close();

    let wasStopped = false;
    const exited = ended.then(async ({ code, signal }) => {
      await rmdir(socket.path).catch(() => {});
      await locks.release();
      return { code, signal, wasStopped };
    });
    if (!(await becomesReady(postmaster, ended, context))) {
      await exited;
      throw new EmbeddedPostgresError(explainProgramFailure(lines.join('\n'), dataDirectory));
    }
    await locks.tell(socket.path);
    return {
      connection: connectionTo(socket.path),
      /**
       * Ends open transactions and shuts down cleanly ("fast" mode). Resolves when PostgreSQL is gone.
       * @param withinMilliseconds cuts a clean shutdown short that takes longer, because the disk is slow: that is safe too,
       *   and the next start repeats the last writes. Without it a minute.
       */
      async stop(withinMilliseconds?: number): Promise<void> {
        wasStopped = true;
        await stopPostmaster(postmaster, ended, withinMilliseconds);
        await exited;
      },
      /**
       * Resolves when PostgreSQL is gone and DATA_DIR is free again: then it may be started anew. `wasStopped`: whether
       * `stop` was called before.
       */
      exited,
    };
  } catch (error) {
    await locks.release();
    throw error;
  }
}

/**
 * How a command reaches the database of a product that runs on the same `dataDir`, after a start of its
 * own was refused because of it. Null while that product is not ready.
 */
export function embeddedConnection(dataDir: string) {
  const host = readSocketFolder(resolve(dataDir));
  return host !== null && existsSync(join(host, `.s.PGSQL.${socketPort}`)) ? connectionTo(host) : null;
}

/** The fields of a `pg` pool's configuration. The folder alone says who may connect: there is no password. */
function connectionTo(socketFolder: string) {
  return { host: socketFolder, port: socketPort, user: databaseName, database: databaseName };
}

async function choosePrograms(context: StartContext): Promise<PostgresPrograms> {
  const ways = waysToRun({
    self: context.self,
    selfHasName: hasName(),
    dataOwner: await ownerOf(context.dataDirectory),
    hasNamespaces: context.platform.hasNamespaces,
    unprivileged: unprivilegedAccount(await readFile('/etc/passwd', 'utf8').catch(() => '')),
  });
  return await findPrograms(ways, context);
}

function hasName(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}

/** Given on the command line, which wins over the files in the data directory. */
function commandLine(socketFolder: string, others: Readonly<Record<string, string>> = {}): readonly string[] {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    port: socketPort,
    cluster_name: databaseName,
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    // Enough for one process, its pool and the commands beside it.
    max_connections: 40,
    // The system keeps the files too, and gives that memory back when others need it.
    shared_buffers: '64MB',
    // Compiling a query costs more than any of ours takes.
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    logging_collector: 'off',
    log_destination: 'stderr',
    log_line_prefix: '',
    // Details and statements would carry people's words and addresses into the log.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    log_min_duration_statement: '-1',
    log_statement: 'none',
    log_checkpoints: 'off',
    // The defaults of both are in segments, which are small here. A large import leaves as much of it as the maximum.
    min_wal_size: '80MB',
    max_wal_size: '256MB',
    ...others,
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** Passes every line on, with the real `names` of what PostgreSQL knows by descriptor, and keeps the last ones for the explanation of a failed start. */
function followLines(
  postmaster: ChildProcess,
  names: Record<string, string>,
  log: (line: string) => void,
): readonly string[] {
  const recent: string[] = [];
  postmaster.stdin?.on('error', () => {}).end();
  for (const stream of [postmaster.stdout, postmaster.stderr]) {
    if (!stream) continue;
    createInterface({ input: stream }).on('line', (line) => {
      const text = Object.entries(names).reduce((rest, [from, to]) => rest.replaceAll(from, to), line);
      recent.push(text);
      if (recent.length > 30) recent.shift();
      log(text);
    });
  }
  return recent;
}

type End = { readonly code: number | null; readonly signal: NodeJS.Signals | null };

/** Not 'close': a backend that outlives a killed postmaster still holds the pipes. */
function waitForEnd(postmaster: ChildProcess): Promise<End> {
  return new Promise((settle) => {
    postmaster.once('error', () => settle({ code: null, signal: null }));
    postmaster.once('exit', (code, signal) => settle({ code, signal }));
  });
}

/** True if it became ready; false when it ended before. Recovery after a power failure may take minutes. */
async function becomesReady(
  postmaster: ChildProcess,
  ended: Promise<End>,
  { dataDirectory, announce }: StartContext,
): Promise<boolean> {
  const over = new AbortController();
  void ended.then(() => over.abort());
  let announceAt = Date.now() + 3000;
  while (!over.signal.aborted) {
    if (await isReady(postmaster.pid, dataDirectory)) return true;
    if (Date.now() > announceAt) {
      announce('PostgreSQL is still starting; after an unclean stop it repeats the last writes.');
      announceAt = Date.now() + 15_000;
    }
    await sleep(10);
  }
  return false;
}

/** PostgreSQL's own sign, which pg_ctl waits for too: line 8 of postmaster.pid. */
async function isReady(pid: number | undefined, dataDirectory: string): Promise<boolean> {
  const text = await readFile(join(dataDirectory, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  return lines[0] === String(pid) && lines[7]?.trim() === 'ready';
}

/** PostgreSQL itself kills after 5 seconds what does not hear SIGQUIT. */
const millisecondsToQuit = 6_000;
const millisecondsToKill = 500;

/** A clean shutdown writes everything out first; only one that hangs is cut short, which is safe too. */
async function stopPostmaster(
  postmaster: ChildProcess,
  ended: Promise<End>,
  withinMilliseconds = 60_000 + millisecondsToQuit + millisecondsToKill,
): Promise<void> {
  const cleanly = Math.max(1_000, withinMilliseconds - millisecondsToQuit - millisecondsToKill);
  for (const [signal, milliseconds] of [
    ['SIGINT', cleanly],
    ['SIGQUIT', millisecondsToQuit],
    ['SIGKILL', millisecondsToKill],
  ] as const) {
    postmaster.kill(signal);
    if ((await within(milliseconds, ended)) !== undefined) return;
  }
}
