import { copyFile, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { createObjectStore } from '#adapters/object-store.ts';
import { errorCode } from '#db/database-error.ts';
import type { BackupTarget } from '../config.ts';
import { BackupError } from './archive-format.ts';
import { parseArchiveName, type StoredArchive } from './archive-names.ts';

/** Where the automatic backups lie. Every call throws BackupError when the place cannot be used. */
export type ArchiveStore = {
  /** Stores a file; under its name there is the whole file or nothing. */
  put: (name: string, file: string) => Promise<void>;
  list: () => Promise<StoredArchive[]>;
  /** Copies an archive into a new file of this machine. */
  fetch: (name: string, file: string) => Promise<void>;
  remove: (name: string) => Promise<void>;
};

/** The place that `BACKUP_TO` names. */
export function createArchiveStore(target: BackupTarget): ArchiveStore {
  return target.kind === 's3' ? archivesInBucket(target) : archivesInFolder(target.folder);
}

function archivesInFolder(folder: string): ArchiveStore {
  const explained = <T>(work: Promise<T>) => explain(work, `The backup folder ${folder}`);
  return {
    put: (name, file) =>
      explained(
        (async () => {
          await mkdir(folder, { recursive: true, mode: 0o700 });
          const partial = join(folder, `${name}.partial`);
          try {
            await copyFile(file, partial);
            await flush(partial);
            await rename(partial, join(folder, name));
            await flush(folder);
          } catch (error) {
            await rm(partial, { force: true }).catch(() => {});
            throw error;
          }
        })(),
      ),
    list: () =>
      explained(
        readdir(folder).then(archivesAmong, (error: unknown) => {
          if (errorCode(error) === 'ENOENT') return [];
          throw error;
        }),
      ),
    fetch: (name, file) => explained(copyFile(join(folder, name), file)),
    remove: (name) => explained(rm(join(folder, name), { force: true })),
  };
}

function archivesInBucket(target: Extract<BackupTarget, { kind: 's3' }>): ArchiveStore {
  const objects = createObjectStore(target);
  const prefix = target.prefix === '' ? '' : `${target.prefix}/`;
  const explained = <T>(work: Promise<T>) => explain(work, `The backup bucket ${target.bucket}`);
  return {
    put: (name, file) => explained(objects.put(prefix + name, file)),
    list: () =>
      explained(
        objects.list(prefix).then((keys) => archivesAmong(keys.map((key) => key.slice(prefix.length)))),
      ),
    fetch: (name, file) =>
      explained(
        objects.get(prefix + name).then((body) => writeFile(file, body, { flag: 'wx', mode: 0o600 })),
      ),
    remove: (name) => explained(objects.remove(prefix + name)),
  };
}

function archivesAmong(names: readonly string[]): StoredArchive[] {
  return names.flatMap((name) => parseArchiveName(name) ?? []);
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
