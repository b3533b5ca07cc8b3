import { randomBytes } from 'node:crypto';
import type { StatsFs } from 'node:fs';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { z } from 'zod';

import { errorCode } from '#db/database-error.ts';
import { classifyDisk, diskMessage, type DiskSpace } from '#domain/storage/disk-space.ts';

import { ok, problem, warning, type Check, type Finding } from './check.ts';

/** Whether files can be written in the folders of the site. */
export const folders: Check = {
  name: 'folders',
  async run({ config: { dataDir, backup } }) {
    const places = [dataDir, ...(backup?.to.kind === 'folder' ? [backup.to.folder] : [])];
    return Promise.all(places.map(checkFolder));
  },
};

async function checkFolder(folder: string): Promise<Finding> {
  const file = join(folder, `.doctor-${randomBytes(6).toString('hex')}`);
  try {
    await writeFile(file, 'x'.repeat(4_096), { flush: true, mode: 0o600 });
    return ok(`${folder} can be written.`);
  } catch (error) {
    const code = errorCode(error) || String(error);
    if (code === 'ENOENT') return ok(`${folder} does not exist yet; it is made when it is needed.`);
    return problem(`${folder} cannot be written (${code}).`, folderRepair(folder, code));
  } finally {
    await rm(file, { force: true }).catch(() => {});
  }
}

function folderRepair(folder: string, code: string): string {
  if (code === 'EROFS')
    return 'Mount the disk so that it can be written; with systemd, name the folder in ReadWritePaths=.';
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'Make room on the disk.';
  if (code === 'ENOTDIR' || code === 'EEXIST') return 'The path leads to a file: name a folder.';
  return `Give the folder to the user of the product: chown -R USER ${folder}`;
}

export const disk: Check = {
  name: 'disk space',
  async run({ config: { dataDir } }) {
    const { bavail, blocks, bsize, ffree, files } = await statfsOfNearest(dataDir);
    return diskFindings({
      space: { freeBytes: bavail * bsize, totalBytes: blocks * bsize },
      freeFiles: files === 0 ? null : ffree,
    });
  },
};

/** Of the folder, or of the nearest one above that exists. */
async function statfsOfNearest(folder: string): Promise<StatsFs> {
  try {
    return await statfs(folder);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' || dirname(folder) === folder) throw error;
    return statfsOfNearest(dirname(folder));
  }
}

/** @param facts.freeFiles how many more files there can be; null where that is unlimited. Pure. */
export function diskFindings(facts: { space: DiskSpace; freeFiles: number | null }): Finding[] {
  const { space, freeFiles } = facts;
  const message = diskMessage(space);
  const repair = 'Delete what is not needed, or take a larger disk.';
  const found: Finding[] = [];
  if (message !== null) found.push((classifyDisk(space) === 'full' ? problem : warning)(message, repair));
  if (freeFiles !== null && freeFiles < 10_000) {
    found.push(
      problem(
        `The disk has room for ${freeFiles} more files only.`,
        'Delete small files that are not needed.',
      ),
    );
  }
  const free = `${Math.floor(space.freeBytes / 1e9)} GB`;
  return found.length > 0 ? found : [ok(`${free} are free on the disk of DATA_DIR.`)];
}

/** A part of Node's report about itself; without a limit the text `unlimited`. */
const nodeReport = z.object({
  userLimits: z.object({ open_files: z.object({ soft: z.union([z.number(), z.string()]) }) }),
});

/** What the kernel allows this process. */
export const machine: Check = {
  name: 'machine',
  async run() {
    const report = nodeReport.safeParse(process.report.getReport());
    const openFiles = Number(report.data?.userLimits.open_files.soft);
    return machineFindings({
      memoryBytes: process.constrainedMemory() || Infinity,
      openFiles: Number.isNaN(openFiles) ? Infinity : openFiles,
    });
  },
};

/** A start took more than 256 MB for Node and PostgreSQL together under load; 640 MB held. */
const leastMemory = 640_000_000;
/** 5,000 connections of visitors are allowed, each a file. */
const leastOpenFiles = 8_192;

/** Pure. */
export function machineFindings({
  memoryBytes,
  openFiles,
}: {
  memoryBytes: number;
  openFiles: number;
}): Finding[] {
  const megabytes = Math.floor(memoryBytes / 1e6);
  return [
    memoryBytes < leastMemory
      ? warning(
          `Only ${megabytes} MB of memory are allowed; under load 640 MB are needed.`,
          'Raise the limit (MemoryMax=).',
        )
      : ok('There is enough memory.'),
    openFiles < leastOpenFiles
      ? warning(
          `Only ${openFiles} files may be open at once; many visitors need ${leastOpenFiles}.`,
          'Raise the limit: LimitNOFILE=65536 in the systemd unit, or ulimit -n.',
        )
      : ok('Enough files may be open at once.'),
  ];
}
