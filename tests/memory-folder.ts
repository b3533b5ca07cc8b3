import { chmod, mkdir, readdir, rm, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

const memoryFileSystem = '/dev/shm';
const prefix = 'anyforge-tests-';
const gigabyte = 2 ** 30;

/**
 * Lets the files of this run lie in memory: making a database there takes a tenth of the CPU time. Does nothing on a machine
 * that has no file system in memory, or little of it. `TMPDIR_ON_DISK` names the folder from before.
 * @returns how to remove it
 */
export async function useMemoryFolder(): Promise<() => Promise<void>> {
  if (!(await hasRoom())) return async () => {};
  await removeLeftFolders();
  const folder = join(memoryFileSystem, `${prefix}${process.pid}`);
  await mkdir(folder);
  // As the folder that it stands for: PostgreSQL may run as another user.
  await chmod(folder, 0o1777);
  process.env['TMPDIR_ON_DISK'] = tmpdir();
  process.env['TMPDIR'] = folder;
  return () => rm(folder, { recursive: true, force: true });
}

/** Where files lie that must be on a disk: what is in memory counts as memory of the product. */
export const folderOnDisk = (): string => process.env['TMPDIR_ON_DISK'] ?? tmpdir();

async function hasRoom(): Promise<boolean> {
  const room = await statfs(memoryFileSystem).catch(() => null);
  return room !== null && room.bavail * room.bsize > 3 * gigabyte && freemem() > 5 * gigabyte;
}

/** Folders of runs that were killed. */
async function removeLeftFolders(): Promise<void> {
  for (const name of await readdir(memoryFileSystem)) {
    if (!name.startsWith(prefix) || isRunning(Number(name.slice(prefix.length)))) continue;
    await rm(join(memoryFileSystem, name), { recursive: true, force: true }).catch(() => {});
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // It belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
