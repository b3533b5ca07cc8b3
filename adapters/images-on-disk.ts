import { constants, createReadStream } from 'node:fs';
import { access, copyFile, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { errorCode } from '#domain/core/errors.ts';
import { imageFolders, type ImageKey } from '#domain/images/image.ts';
import { StorageError, type IdentifiedStore } from '#domain/images/image-services.ts';

/** Images in a folder of this machine: `{root}/{folder}/{name}`. */
export function createImagesOnDisk(root: string): IdentifiedStore {
  const identityPlace = join(root, '.storage-id');
  const pathOf = ({ folder, name }: ImageKey) => join(root, folder, name);

  return {
    async put(key, file) {
      await copyWhole(file, pathOf(key)).catch((error: unknown) => {
        throw storageErrorOf(error);
      });
    },

    async read(key) {
      try {
        // Symbolic links are not followed: only files in the folder itself are served.
        const handle = await open(pathOf(key), constants.O_RDONLY | constants.O_NOFOLLOW);
        const stats = await handle.stat();
        if (!stats.isFile()) {
          await handle.close();
          return null;
        }
        return { bytes: stats.size, stream: createReadStream('', { fd: handle }) };
      } catch (error) {
        if (['ENOENT', 'ELOOP', 'ENOTDIR'].includes(errorCode(error))) return null;
        throw storageErrorOf(error);
      }
    },

    async remove(key) {
      try {
        await rm(pathOf(key), { force: true });
        await rm(arrivingAt(pathOf(key)), { force: true });
      } catch (error) {
        if (errorCode(error) !== 'ENOTDIR') throw storageErrorOf(error);
      }
    },

    identityPlace,
    readIdentity: () =>
      readFile(identityPlace, 'utf8').then(
        (text) => text.trim(),
        (error: unknown) => {
          if (errorCode(error) === 'ENOENT') return null;
          throw storageErrorOf(error);
        },
      ),
    writeIdentity: (file) => copyWhole(file, identityPlace),

    async check() {
      for (const folder of imageFolders) {
        await mkdir(join(root, folder), { recursive: true, mode: 0o700 });
        await access(join(root, folder), constants.R_OK | constants.W_OK | constants.X_OK);
      }
    },
  };
}

const arrivingAt = (place: string) => `${place}.arriving`;

/** Copies a file: at its place there is the whole file, on the disk, or nothing. */
export async function copyWhole(file: string, place: string): Promise<void> {
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

/** A file system error as a StorageError. */
export function storageErrorOf(error: unknown): StorageError {
  const isFull = ['ENOSPC', 'EDQUOT'].includes(errorCode(error));
  return new StorageError(isFull ? 'full' : 'unavailable', { cause: error });
}
