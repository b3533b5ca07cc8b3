import { constants, readFileSync, type BigIntStats } from 'node:fs';
import { open, readdir, readFile, readlink, stat, type FileHandle } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { z } from 'zod';

import { EmbeddedPostgresError, fileError } from './error.ts';
import { runProgram } from './program.ts';

/**
 * Two locks of the operating system guard a DATA_DIR. The kernel drops them when their holders are gone,
 * so neither a crash nor a reused process id can leave one behind, and they hold between containers too.
 *
 * - `owner`: held by this process alone. Taken: another start owns this DATA_DIR.
 * - `data`: held by this process and, inherited, by every PostgreSQL process it starts. Taken although
 *   the owner's is free: PostgreSQL outlived its owner.
 */
export type DataDirLocks = {
  /** Inherited by PostgreSQL, which thereby keeps the lock as long as any of its processes lives. */
  readonly data: FileHandle;
  /** Writes down where the socket is, for `readSocketFolder`. */
  tell(socketFolder: string): Promise<void>;
  /** May be called again. */
  release(): Promise<void>;
};

/**
 * Takes both locks and stops a PostgreSQL that an earlier start left running, so that after this no
 * process works on the data. Throws EmbeddedPostgresError when another start owns the DATA_DIR.
 */
export async function lockDataDir(
  dataDir: string,
  dataDirectory: string,
  diesWithUs: boolean,
  announce: (line: string) => void,
): Promise<DataDirLocks> {
  const owner = await openLock(ownerFile(dataDir));
  try {
    if (!(await lock(owner, 0, diesWithUs))) throw new EmbeddedPostgresError(await inUse(dataDir, owner));
    await writeOwner(owner);
    const data = await openLock(join(dataDir, 'postgres.lock'));
    try {
      await waitForData(data, dataDirectory, diesWithUs, announce);
    } catch (error) {
      await data.close();
      throw error;
    }
    let released: Promise<void> | undefined;
    const release = async () => {
      await data.close();
      await owner.close();
    };
    const tell = (socketFolder: string) => writeOwner(owner, socketFolder);
    return { data, tell, release: () => (released ??= release()) };
  } catch (error) {
    await owner.close();
    throw error;
  }
}

async function openLock(path: string): Promise<FileHandle> {
  const flags = constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW;
  return await open(path, flags, 0o600).catch((error: unknown) => {
    throw fileError('Cannot lock', path, error);
  });
}

/** Node has no flock(2); the command locks the open file we share with it, and the lock stays ours. */
async function lock(file: FileHandle, waitSeconds: number, diesWithUs: boolean): Promise<boolean> {
  const { code, output } = await runProgram({
    file: 'flock',
    args: ['--exclusive', '--wait', String(waitSeconds), '3'],
    runAs: { how: 'direct' },
    diesWithUs,
    inherit: [file.fd],
  });
  if (code === 0) return true;
  if (code === 1) return false;
  throw new EmbeddedPostgresError(
    `DATA_DIR cannot be locked with the flock command (${output.trim() || `exit code ${code}`}).`,
  );
}

const ownerRecord = z.object({
  pid: z.number().int(),
  pidNamespace: z.string(),
  socketFolder: z.string().nullable(),
});

function ownerFile(dataDir: string): string {
  return join(dataDir, 'anyforge.lock');
}

async function writeOwner(file: FileHandle, socketFolder: string | null = null): Promise<void> {
  const record = { pid: process.pid, pidNamespace: await pidNamespace(), socketFolder };
  await file.truncate(0);
  await file.write(JSON.stringify(record), 0);
}

/** Where the owner of this DATA_DIR has its socket; null while it is not ready, or when there never was an owner. */
export function readSocketFolder(dataDir: string): string | null {
  try {
    return ownerRecord.parse(JSON.parse(readFileSync(ownerFile(dataDir), 'utf8'))).socketFolder;
  } catch {
    return null;
  }
}

async function pidNamespace(): Promise<string> {
  return await readlink('/proc/self/ns/pid').catch(() => 'unknown');
}

async function inUse(dataDir: string, file: FileHandle): Promise<string> {
  // The owner writes its number just after it took the lock.
  for (let attempt = 0; attempt < 20; attempt++) {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(500), 0, 500, 0);
    const record = ownerRecord.safeParse(parseJson(buffer.toString('utf8', 0, bytesRead)));
    if (record.success) {
      const { pid, pidNamespace: namespace } = record.data;
      return namespace === (await pidNamespace())
        ? `DATA_DIR ${dataDir} is in use by process ${pid}.`
        : `DATA_DIR ${dataDir} is in use by process ${pid} of another container.`;
    }
    await sleep(10);
  }
  return `DATA_DIR ${dataDir} is in use by another process.`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * What is done about a PostgreSQL whose owner is gone, in turn, and how long each may take. All of them
 * are safe for the data; SIGINT is the clean "fast" shutdown, which it was also sent when its owner died.
 */
const measures: readonly { readonly signal: NodeJS.Signals; readonly seconds: number }[] = [
  { signal: 'SIGINT', seconds: 60 },
  { signal: 'SIGQUIT', seconds: 10 },
  { signal: 'SIGKILL', seconds: 5 },
];

async function waitForData(
  data: FileHandle,
  dataDirectory: string,
  diesWithUs: boolean,
  announce: (line: string) => void,
): Promise<void> {
  if (await lock(data, 0, diesWithUs)) {
    const [other] = await findPostgres(dataDirectory);
    if (other === undefined) return;
    throw new EmbeddedPostgresError(`${dataDirectory} is in use by a PostgreSQL, process ${other}.`);
  }
  announce('Waiting for the PostgreSQL of an earlier start to stop.');
  for (const { signal, seconds } of measures) {
    for (const pid of await targets(signal, dataDirectory)) kill(pid, signal);
    if (await lock(data, seconds, diesWithUs)) return;
  }
  throw new EmbeddedPostgresError(
    `A PostgreSQL of an earlier start still uses ${dataDirectory} and does not stop, perhaps in another container.`,
  );
}

/** SIGINT is for the postmaster alone: to its children the signal means something else. */
async function targets(signal: NodeJS.Signals, dataDirectory: string): Promise<readonly number[]> {
  const running = await findPostgres(dataDirectory);
  const postmaster = await readPostmasterPid(dataDirectory);
  if (running.length > 0) return signal === 'SIGINT' ? running.filter((pid) => pid === postmaster) : running;
  return postmaster !== null && (await isNamedPostgres(postmaster)) ? [postmaster] : [];
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended by itself in the meantime.
  }
}

/** The first line of postmaster.pid, or null when there is no such file. */
export async function readPostmasterPid(dataDirectory: string): Promise<number | null> {
  const text = await readFile(join(dataDirectory, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number.parseInt(text, 10);
  return Number.isSafeInteger(pid) && pid > 1 ? pid : null;
}

/** The processes that are certainly PostgreSQL working in this directory: it is where they stand. */
async function findPostgres(dataDirectory: string): Promise<readonly number[]> {
  const here = await stat(dataDirectory, { bigint: true }).catch(() => null);
  if (here === null) return [];
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(pids.map(async (pid) => ((await isPostgresIn(pid, here)) ? [pid] : [])));
  return found.flat();
}

async function isPostgresIn(pid: number, here: BigIntStats): Promise<boolean> {
  const program = await readlink(`/proc/${pid}/exe`).catch(() => '');
  // A running program whose file was replaced is shown with this suffix.
  if (basename(program.replace(/ \(deleted\)$/, '')) !== 'postgres') return false;
  const folder = await stat(`/proc/${pid}/cwd`, { bigint: true }).catch(() => null);
  return folder !== null && folder.dev === here.dev && folder.ino === here.ino;
}

/** For containers where root may not look into other users' processes. */
async function isNamedPostgres(pid: number): Promise<boolean> {
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '');
  return name.trim() === 'postgres';
}
