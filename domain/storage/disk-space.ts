import { statfs } from 'node:fs/promises';

import { requireActor, type Core } from '#domain/core/context.ts';
import { can } from '#domain/core/permissions.ts';

/** Sizes of the disk that holds DATA_DIR, in bytes; `freeBytes` is what this user may use. */
export type DiskSpace = { freeBytes: number; totalBytes: number };

/** `full` leaves a reserve, so that the database can finish its running work. */
export type DiskState = 'enough' | 'low' | 'full';

const lowShare = 0.1;
/** PostgreSQL stops where it cannot write its log, which grows by 16 MB at a time. */
const reservedBytes = 256_000_000;

/** The state of a disk by its free space. Pure. */
export function classifyDisk({ freeBytes, totalBytes }: DiskSpace): DiskState {
  if (freeBytes < reservedBytes) return 'full';
  return freeBytes < totalBytes * lowShare ? 'low' : 'enough';
}

/** True if so many bytes more leave the reserve free, or it is unknown. Pure. */
export function hasRoomFor(bytes: number, space: DiskSpace | null): boolean {
  return space === null || space.freeBytes - bytes >= reservedBytes;
}

/** The warning for the dashboard and the log; null while there is enough room. */
export function diskMessage(space: DiskSpace): string | null {
  const state = classifyDisk(space);
  if (state === 'enough') return null;
  const left = `${megabytes(space.freeBytes)} of ${megabytes(space.totalBytes)} MB are free`;
  return state === 'low'
    ? `The disk that holds DATA_DIR is nearly full: ${left}.`
    : `The disk that holds DATA_DIR is full: ${left}. Nothing can be saved until there is room again.`;
}

export type Disk = {
  /** Free space of the disk that holds DATA_DIR; null when it is unknown. */
  diskSpace: () => Promise<DiskSpace | null>;
};

/** The warning about the disk, for super admins; null for other roles. */
export async function getDiskMessage(ctx: Pick<Core, 'actor'> & Disk): Promise<string | null> {
  if (!can(requireActor(ctx), 'view-operator-notices')) return null;
  const space = await ctx.diskSpace();
  return space && diskMessage(space);
}

function megabytes(bytes: number): string {
  return Math.floor(bytes / 1_000_000).toLocaleString('en-US');
}

export async function readDiskSpace(directory: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(directory);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}
