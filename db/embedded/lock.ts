import { constants, readFileSync } from 'node:fs';
import { open, readFile, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { z } from 'zod';

import { EmbeddedPostgresError, fileError } from './error.ts';
import type { LockFile, Platform, StartContext } from './platform.ts';

/**
 * Takes the two locks that guard a DATA_DIR, and stops a PostgreSQL that an earlier start left running, so that after this
 * no process works on the data. Throws EmbeddedPostgresError when another start owns the DATA_DIR.
 *
 * - that of the owner is held by this process alone. Taken: another start owns this DATA_DIR.
 * - that of the data is held by this process and by every PostgreSQL process it starts. Taken although the owner's is free:
 *   PostgreSQL outlived its owner.
 */
export async function lockDataDir(context: StartContext) {
  const { dataDir, platform, diesWithUs } = context;
  const held = new AsyncDisposableStack();
  const openLock = async (path: string): Promise<LockFile> => {
    const flags = constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW;
    const file = await open(path, flags, 0o600).catch((error: unknown) => {
      throw fileError('Cannot lock', path, error);
    });
    held.defer(() => file.close());
    return { file, path, diesWithUs };
  };
  const release = () => held.disposeAsync();
  try {
    const owner = await openLock(ownerFile(dataDir));
    const giveBack = await platform.takeOwner(owner);
    if (!giveBack) throw new EmbeddedPostgresError(await inUse(dataDir, owner.file, platform));
    held.defer(giveBack);
    await writeOwner(owner.file, platform);
    const data = await openLock(join(dataDir, 'postgres.lock'));
    await waitForData(data, context);
    return {
      /** PostgreSQL inherits it. */
      data: data.file,
      /** Writes down where the socket is, for `readSocketFolder`. */
      tell: (socketFolder: string) => writeOwner(owner.file, platform, socketFolder),
      /** May be called again. */
      release,
    };
  } catch (error) {
    await release();
    throw error;
  }
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
  return readOwner(() => readFileSync(ownerFile(dataDir), 'utf8'))?.socketFolder ?? null;
}

/** The note of the owner; null while nothing, or only part of it, is there. */
function readOwner(read: () => string): z.output<typeof ownerRecord> | null {
  try {
    return ownerRecord.parse(JSON.parse(read()));
  } catch {
    return null;
  }
}

async function inUse(dataDir: string, file: FileHandle, platform: Platform): Promise<string> {
  // The owner writes its number just after it took the lock.
  for (let attempt = 0; attempt < 20; attempt++) {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(500), 0, 500, 0);
    const owner = readOwner(() => buffer.toString('utf8', 0, bytesRead));
    if (owner) {
      const { pid, pidNamespace: namespace } = owner;
      return namespace === (await platform.processNamespace())
        ? `DATA_DIR ${dataDir} is in use by process ${pid}. Stop the product first.`
        : `DATA_DIR ${dataDir} is in use by process ${pid} of another container. Stop the product first.`;
    }
    await sleep(10);
  }
  return `DATA_DIR ${dataDir} is in use by another process. Stop the product first.`;
}

/**
 * The steps against a PostgreSQL whose owner is gone, in turn, and how long each may take. All of them
 * are safe for the data; SIGINT is the clean "fast" shutdown, which it was also sent when its owner died.
 */
const measures: readonly { readonly signal: NodeJS.Signals; readonly seconds: number }[] = [
  { signal: 'SIGINT', seconds: 60 },
  { signal: 'SIGQUIT', seconds: 10 },
  { signal: 'SIGKILL', seconds: 5 },
];

async function waitForData(data: LockFile, context: StartContext): Promise<void> {
  const { dataDirectory, platform, announce, onOrphan } = context;
  if (await platform.takeData(data, dataDirectory, 0)) {
    const [other] = await platform.findPostgres(dataDirectory);
    if (other === undefined) return;
    throw new EmbeddedPostgresError(`${dataDirectory} is in use by a PostgreSQL, process ${other}.`);
  }
  announce('Waiting for the PostgreSQL of an earlier start to stop.');
  await onOrphan?.();
  for (const { signal, seconds } of measures) {
    for (const pid of await targets(signal, context)) kill(pid, signal);
    if (await platform.takeData(data, dataDirectory, seconds)) return;
  }
  throw new EmbeddedPostgresError(
    `A PostgreSQL of an earlier start still uses ${dataDirectory} and does not stop, perhaps in another container.`,
  );
}

/** SIGINT is for the postmaster alone: to its children the signal means something else. */
async function targets(
  signal: NodeJS.Signals,
  { dataDirectory, platform }: StartContext,
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
