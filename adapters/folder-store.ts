import { constants, createReadStream } from 'node:fs';
import { access, copyFile, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';

import { errorCode } from '#domain/core/errors.ts';

/** Files by names such as `folder/name`, in a folder of this machine or in a bucket. */
export type FileStore = {
  /** Stores a file; under its name there is the whole file or nothing. @param headers with which a bucket sends it */
  put: (name: string, file: string, headers?: Record<string, string>) => Promise<void>;
  /** Null where there is no such file. */
  get: (name: string) => Promise<{ bytes: number; stream: Readable } | null>;
  /** The names of the files that lie directly in a folder; an empty name is the store itself. */
  list: (folder: string) => Promise<string[]>;
  remove: (name: string) => Promise<void>;
  /** Rejects when files cannot be stored in these folders. */
  check: (folders: readonly string[]) => Promise<void>;
};

/** Files in a folder of this machine. */
export function createFolderStore(root: string): FileStore {
  const placeOf = (name: string) => join(root, name);
  return {
    put: (name, file) => copyWhole(file, placeOf(name)),

    async get(name) {
      try {
        // Symbolic links are not followed: only files in the folder itself are served.
        const handle = await open(placeOf(name), constants.O_RDONLY | constants.O_NOFOLLOW);
        const stats = await handle.stat();
        if (stats.isFile()) return { bytes: stats.size, stream: createReadStream('', { fd: handle }) };
        await handle.close();
      } catch (error) {
        if (!['ENOENT', 'ELOOP', 'ENOTDIR'].includes(errorCode(error))) throw error;
      }
      return null;
    },

    async list(folder) {
      const entries = await readdir(placeOf(folder), { withFileTypes: true }).catch((error: unknown) => {
        if (errorCode(error) === 'ENOENT') return [];
        throw error;
      });
      return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
    },

    async remove(name) {
      try {
        await rm(placeOf(name), { force: true });
        await rm(arrivingAt(placeOf(name)), { force: true });
      } catch (error) {
        if (errorCode(error) !== 'ENOTDIR') throw error;
      }
    },

    async check(folders) {
      for (const folder of folders) {
        await mkdir(placeOf(folder), { recursive: true, mode: 0o700 });
        await access(placeOf(folder), constants.R_OK | constants.W_OK | constants.X_OK);
      }
    },
  };
}

const arrivingAt = (place: string) => `${place}.arriving`;

/** Copies a file: at its place there is the whole file, on the disk, or nothing. */
async function copyWhole(file: string, place: string): Promise<void> {
  const arriving = arrivingAt(place);
  try {
    await mkdir(dirname(place), { recursive: true, mode: 0o700 });
    // Temporary files of a process that was killed.
    await rm(arriving, { force: true });
    await copyFile(file, arriving, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    await flush(arriving);
    await rename(arriving, place);
    await flush(dirname(place));
  } catch (error) {
    await rm(arriving, { force: true }).catch(() => {});
    throw error;
  }
}

/** Waits until a file or a folder is on the disk. */
async function flush(path: string): Promise<void> {
  const handle = await open(path, constants.O_RDONLY);
  await handle.sync().finally(() => handle.close());
}
