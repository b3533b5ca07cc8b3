import { copyFile, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { createObjectStore } from '#adapters/object-store.ts';
import { errorCode } from '#db/database-error.ts';
import type { BackupTarget } from '../config.ts';
import { BackupError } from './archive-format.ts';

/**
 * Files where `BACKUP_TO` says, under names such as `folder/file`. Every call throws BackupError when the place cannot be
 * used.
 */
export type BackupPlace = {
  /** Stores a file; under its name there is the whole file or nothing. */
  put: (name: string, file: string) => Promise<void>;
  /** The names of the files that lie directly in a folder; an empty name is the place itself. */
  list: (folder: string) => Promise<string[]>;
  /** Copies a file into a new one of this machine. */
  fetch: (name: string, file: string) => Promise<void>;
  remove: (name: string) => Promise<void>;
};

/** The place that `BACKUP_TO` names. */
export function createBackupPlace(target: BackupTarget): BackupPlace {
  return target.kind === 's3' ? filesInBucket(target) : filesInFolder(target.folder);
}

function filesInFolder(root: string): BackupPlace {
  const explained = <T>(work: Promise<T>) => explain(work, `The backup folder ${root}`);
  return {
    put: (name, file) =>
      explained(
        (async () => {
          const place = join(root, name);
          const partial = `${place}.partial`;
          await mkdir(dirname(place), { recursive: true, mode: 0o700 });
          try {
            await copyFile(file, partial);
            await flush(partial);
            await rename(partial, place);
            await flush(dirname(place));
          } catch (error) {
            await rm(partial, { force: true }).catch(() => {});
            throw error;
          }
        })(),
      ),
    list: (folder) =>
      explained(
        readdir(join(root, folder), { withFileTypes: true }).then(
          (entries) => entries.filter((entry) => entry.isFile()).map(({ name }) => name),
          (error: unknown) => {
            if (errorCode(error) === 'ENOENT') return [];
            throw error;
          },
        ),
      ),
    fetch: (name, file) => explained(copyFile(join(root, name), file)),
    remove: (name) => explained(rm(join(root, name), { force: true })),
  };
}

function filesInBucket(target: Extract<BackupTarget, { kind: 's3' }>): BackupPlace {
  const objects = createObjectStore(target);
  const prefix = target.prefix === '' ? '' : `${target.prefix}/`;
  const explained = <T>(work: Promise<T>) => explain(work, `The backup bucket ${target.bucket}`);
  return {
    put: (name, file) => explained(objects.put(prefix + name, file)),
    list: (folder) => {
      const inFolder = folder === '' ? prefix : `${prefix}${folder}/`;
      return explained(objects.list(inFolder).then((keys) => keys.map((key) => key.slice(inFolder.length))));
    },
    fetch: (name, file) =>
      explained(
        objects.get(prefix + name).then((body) => writeFile(file, body, { flag: 'wx', mode: 0o600 })),
      ),
    remove: (name) => explained(objects.remove(prefix + name)),
  };
}

async function flush(path: string): Promise<void> {
  const handle = await open(path);
  await handle.sync().finally(() => handle.close());
}

async function explain<T>(work: Promise<T>, place: string): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const reason = errorCode(error) || (error instanceof Error ? error.message : String(error));
    throw new BackupError(`${place} cannot be used (${reason}).`, { cause: error });
  }
}
