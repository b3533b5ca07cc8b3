import { constants, readFileSync } from 'node:fs';
import { open, readFile, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { z } from 'zod';

import { EmbeddedPostgresError, fileError } from './error.ts';
import type { LockFile, OwnerLock, Platform } from './platform.ts';

/**
 * Two locks guard a DATA_DIR; `platform.ts` says how they are held.
 *
 * - `owner`: held by this process alone. Taken: another start owns this DATA_DIR.
 * - `data`: held by this process and by every PostgreSQL process it starts. Taken although the owner's is free:
 *   PostgreSQL outlived its owner.
 */
export type DataDirLocks = {
  /** PostgreSQL inherits it. */
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
  platform: Platform,
  diesWithUs: boolean,
  announce: (line: string) => void,
): Promise<DataDirLocks> {
  const path = ownerFile(dataDir);
  const owner = await openLock(path);
  const close = async (taken: OwnerLock | null) => {
    await owner.close();
    await taken?.release();
  };
  let taken: OwnerLock | null = null;
  try {
    taken = await platform.takeOwner({ file: owner, path, diesWithUs });
    if (!taken) throw new EmbeddedPostgresError(await inUse(dataDir, owner, platform));
    await writeOwner(owner, platform);
    const dataPath = join(dataDir, 'postgres.lock');
    const data = await openLock(dataPath);
    try {
      await waitForData({ file: data, path: dataPath, diesWithUs }, dataDirectory, platform, announce);
    } catch (error) {
      await data.close();
      throw error;
    }
    const held = taken;
    let released: Promise<void> | undefined;
    const release = async () => {
      await data.close();
      await close(held);
    };
    const tell = (socketFolder: string) => writeOwner(owner, platform, socketFolder);
    return { data, tell, release: () => (released ??= release()) };
  } catch (error) {
    await close(taken);
    throw error;
  }
}

async function openLock(path: string): Promise<FileHandle> {
  const flags = constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW;
  return await open(path, flags, 0o600).catch((error: unknown) => {
    throw fileError('Cannot lock', path, error);
  });
}

const ownerRecord = z.object({
  pid: z.number().int(),
  pidNamespace: z.string(),
  socketFolder: z.string().nullable(),
});

function ownerFile(dataDir: string): string {
  return join(dataDir, 'anyforge.lock');
}

async function writeOwner(
  file: FileHandle,
  platform: Platform,
  socketFolder: string | null = null,
): Promise<void> {
  const record = { pid: process.pid, pidNamespace: await platform.processNamespace(), socketFolder };
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

async function inUse(dataDir: string, file: FileHandle, platform: Platform): Promise<string> {
  // The owner writes its number just after it took the lock.
  for (let attempt = 0; attempt < 20; attempt++) {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(500), 0, 500, 0);
    const record = ownerRecord.safeParse(parseJson(buffer.toString('utf8', 0, bytesRead)));
    if (record.success) {
      const { pid, pidNamespace: namespace } = record.data;
      return namespace === (await platform.processNamespace())
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
  data: LockFile,
  dataDirectory: string,
  platform: Platform,
  announce: (line: string) => void,
): Promise<void> {
  if (await platform.takeData(data, dataDirectory, 0)) {
    const [other] = await platform.findPostgres(dataDirectory);
    if (other === undefined) return;
    throw new EmbeddedPostgresError(`${dataDirectory} is in use by a PostgreSQL, process ${other}.`);
  }
  announce('Waiting for the PostgreSQL of an earlier start to stop.');
  for (const { signal, seconds } of measures) {
    for (const pid of await targets(signal, dataDirectory, platform)) kill(pid, signal);
    if (await platform.takeData(data, dataDirectory, seconds)) return;
  }
  throw new EmbeddedPostgresError(
    `A PostgreSQL of an earlier start still uses ${dataDirectory} and does not stop, perhaps in another container.`,
  );
}

/** SIGINT is for the postmaster alone: to its children the signal means something else. */
async function targets(
  signal: NodeJS.Signals,
  dataDirectory: string,
  platform: Platform,
): Promise<readonly number[]> {
  const running = await platform.findPostgres(dataDirectory);
  const postmaster = await readPostmasterPid(dataDirectory);
  if (running.length > 0) return signal === 'SIGINT' ? running.filter((pid) => pid === postmaster) : running;
  return postmaster !== null && (await platform.isPostgres(postmaster)) ? [postmaster] : [];
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
