import { lchownSync, lstatSync, readdirSync, statSync } from 'node:fs';
import {
  chmod,
  mkdir,
  open,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  writeFile,
  type FileHandle,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { errorCode } from '../database-error.ts';
import { ifThere } from '../if-there.ts';
import type { PostgresPrograms } from './binaries.ts';
import { EmbeddedPostgresError, explainProgramFailure, fileError } from './error.ts';
import { readPostmasterPid } from './lock.ts';
import type { StartContext } from './platform.ts';
import { fileOwner, runProgram, type Account } from './program.ts';

/** The one database in the embedded PostgreSQL, and its superuser. */
export const databaseName = 'anyforge';

/** The owner of the data directory, or null when it does not exist. */
export async function ownerOf(dataDirectory: string): Promise<Account | null> {
  return await ifThere(stat(dataDirectory)).catch((error: unknown) => {
    throw fileError('Cannot look at', dataDirectory, error);
  });
}

/**
 * Makes the data directory ready to be started and opens it: creates the database on the first start,
 * gives the files to the user PostgreSQL runs as. Call it while holding
 * the locks. Throws EmbeddedPostgresError.
 * @param lock that of the data, inherited by the programs, so that none of them can outlive it unseen
 */
export async function prepareDataDirectory(
  context: StartContext,
  programs: PostgresPrograms,
  lock: FileHandle,
): Promise<FileHandle> {
  const { dataDirectory, self, announce } = context;
  // Present from before the first file until the database is complete, so that a creation that was
  // interrupted is started over. It lies beside the directory because that may be a mount point.
  const unfinished = `${dataDirectory}.unfinished`;
  try {
    if (await ifThere(stat(unfinished))) await empty(dataDirectory);
    await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
    const isNew = (await readdir(dataDirectory)).length === 0;
    if (!isNew) await refuseForeign(dataDirectory, programs.major);
    if (isNew) {
      await writeFile(unfinished, '', { mode: 0o600, flush: true });
      await syncDirectory(dirname(unfinished));
    }
    await giveTo(fileOwner(programs.runAs, self), dataDirectory, self);
    const directory = await open(dataDirectory, 'r');
    try {
      if (isNew) {
        announce('Creating the database. This happens once and takes a few seconds.');
        await initialise({ ...context, programs, lock, directory });
        await rm(unfinished);
        // Were the removal lost in a power failure, the next start would throw the data away.
        await syncDirectory(dirname(unfinished));
      }
      await removeMisleadingPid(dataDirectory);
      return directory;
    } catch (error) {
      await directory.close();
      throw error;
    }
  } catch (error) {
    if (error instanceof EmbeddedPostgresError) throw error;
    throw fileError('The database cannot be kept in', dataDirectory, error);
  }
}

async function refuseForeign(dataDirectory: string, major: number): Promise<void> {
  const found = (await ifThere(readFile(join(dataDirectory, 'PG_VERSION'), 'utf8')))?.trim();
  if (found === undefined) {
    throw new EmbeddedPostgresError(
      `${dataDirectory} holds files, but none of a PostgreSQL database; empty it or choose another DATA_DIR.`,
    );
  }
  if (found !== String(major)) {
    throw new EmbeddedPostgresError(
      `${dataDirectory} was made by PostgreSQL ${found}, and PostgreSQL ${major} cannot read it: back up with the version that made it, and restore into an empty DATA_DIR.`,
    );
  }
}

type Setup = StartContext & { programs: PostgresPrograms; lock: FileHandle; directory: FileHandle };

async function initialise(setup: Setup): Promise<void> {
  const made = await initdb(setup, wordCharacters);
  // A machine without that locale still gets a database; only the splitting of words knows fewer signs.
  const result = /invalid locale/.test(made.output) ? await initdb(setup, 'C') : made;
  if (result.code !== 0) fail(setup, result.output);
  // Single-user mode, so that a finished directory always holds the database.
  const created = await run(
    setup,
    setup.programs.postgres,
    ['--single', '-D', setup.platform.inheritedPath(3, setup.dataDirectory), 'postgres'],
    `CREATE DATABASE ${databaseName};\n`,
  );
  if (created.code !== 0 || /\b(ERROR|FATAL|PANIC):/.test(created.output)) fail(setup, created.output);
  await setup.directory.sync();
}

/**
 * Text sorts by code point and changes case by Unicode's rules, the same on every machine. Only the word
 * splitting of the full-text search asks the C library which characters belong to words: under `C` a curly
 * quote would.
 */
const wordCharacters = 'C.UTF-8';

function initdb(setup: Setup, ctype: string) {
  return run(setup, setup.programs.initdb, [
    `--pgdata=${setup.platform.inheritedPath(3, setup.dataDirectory)}`,
    `--username=${databaseName}`,
    '--auth-local=trust',
    '--auth-host=reject',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    `--lc-ctype=${ctype}`,
    '--text-search-config=english',
    '--data-checksums',
    // The archive stores whole segments of the log.
    '--wal-segsize=1',
  ]);
}

/**
 * PostgreSQL itself sees through a pid file whose process is gone, but not through one whose number now
 * belongs to another one, or through an empty one, which a full disk or a power failure leaves. The lock
 * says that no PostgreSQL works here, so it can go.
 */
async function removeMisleadingPid(dataDirectory: string): Promise<void> {
  const pid = await readPostmasterPid(dataDirectory);
  if (pid === null || isProcess(pid)) {
    await rm(join(dataDirectory, 'postmaster.pid'), { force: true });
  }
}

/** True if a process has this number now. */
export function isProcess(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // It is there, but belongs to another user.
    return errorCode(error) === 'EPERM';
  }
}

/** Changes what root's other ways of starting left behind; for everybody else there is nothing to change. */
async function giveTo(owner: Account, dataDirectory: string, self: Account): Promise<void> {
  const top = await stat(dataDirectory);
  if (self.uid !== 0) {
    if (top.uid !== self.uid) {
      throw new EmbeddedPostgresError(
        `${dataDirectory} belongs to user id ${top.uid}, but this process runs as ${self.uid}: start as that user or give it the files with chown -R.`,
      );
    }
  } else {
    giveFolder(owner, await realpath(dataDirectory));
  }
  if (top.mode & 0o077) await chmod(dataDirectory, 0o700);
}

/** Synchronously: for thousands of files that takes a fifth of the time, and less still than a recursive `readdirSync`. */
function giveFolder(owner: Account, folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    // The log may be on another disk.
    const leadsOn = entry.isSymbolicLink() && statSync(path, { throwIfNoEntry: false })?.isDirectory();
    if (entry.isDirectory() || leadsOn) giveFolder(owner, path);
    else give(owner, path);
  }
  give(owner, folder);
}

function give(owner: Account, path: string): void {
  const { uid, gid } = lstatSync(path);
  if (uid !== owner.uid || gid !== owner.gid) lchownSync(path, owner.uid, owner.gid);
}

function run(setup: Setup, file: string, args: readonly string[], input = '') {
  return runProgram({
    file,
    args,
    input,
    runAs: setup.programs.runAs,
    diesWithUs: setup.diesWithUs,
    inherit: [setup.directory.fd, setup.lock.fd],
  });
}

function fail(setup: Setup, output: string): never {
  throw new EmbeddedPostgresError(explainProgramFailure(output, setup.dataDirectory));
}

async function empty(folder: string): Promise<void> {
  for (const name of (await ifThere(readdir(folder))) ?? []) {
    await rm(join(folder, name), { recursive: true });
  }
}

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  await directory.sync();
  await directory.close();
}
