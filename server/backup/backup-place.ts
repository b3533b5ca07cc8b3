import { appendFile, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

import { createFolderStore, type FileStore } from '#adapters/folder-store.ts';
import { createObjectStore } from '#adapters/object-store.ts';
import { errorCode, messageOf } from '#db/database-error.ts';
import { within } from '#db/within.ts';
import type { BackupTarget } from '../settings/config.ts';
import { BackupError } from './archive-format.ts';

/**
 * Files where `BACKUP_TO` says, under names such as `folder/file`. Every call throws BackupError when the place cannot be
 * used.
 */
export type BackupPlace = Pick<FileStore, 'put' | 'list' | 'remove'> & {
  has: (name: string) => Promise<boolean>;
  /** The bytes of a file; the caller reads or destroys the stream. */
  read: (name: string) => Promise<Readable>;
  /** Copies a file into a new one of this machine. */
  fetch: (name: string, file: string) => Promise<void>;
};

/** In a place from its first use on. */
const markerName = 'anyforge-backups';

export type MarkedPlace = BackupPlace & {
  /** A folder, or a bucket with its prefix. */
  address: string;
  /**
   * @returns the name of the marker that a bucket has lost; null: the place was not used yet
   * @throws BackupError when it is a folder that had a marker and has none now, or cannot be read
   */
  findLostMarker: () => Promise<string[] | null>;
  mark: () => Promise<void>;
};

/** Milliseconds between two looks at what a place must have. */
const lookEvery = { folder: 55_000, s3: 3_600_000 };

export type Seen = { at: Date; missing: readonly string[] };

/** True if a place should be looked at. Pure. */
export function isLookDue(seen: Seen | null, kind: BackupTarget['kind'], now: Date): boolean {
  if (seen === null) return true;
  const every = seen.missing.length > 0 ? lookEvery.folder : lookEvery[kind];
  return Math.abs(now.getTime() - seen.at.getTime()) >= every;
}

/**
 * The place that `BACKUP_TO` names. From its first use on it has a marker: without it nothing is stored there any more,
 * because the folder of a disk that is not mounted looks like an empty one.
 * @param dataDir remembers that the place was used
 */
export function createBackupPlace(target: BackupTarget, dataDir: string): MarkedPlace {
  const place = backupFiles(target);
  const address = target.kind === 's3' ? `s3://${target.bucket}/${target.prefix}` : target.folder;
  const memory = join(dataDir, 'backup-places');
  let isChecked = false;

  async function readMarker() {
    const used = (await readFile(memory, 'utf8').catch(() => '')).split('\n').includes(address);
    const isMarked = await place.has(markerName);
    // A bucket is not unmounted.
    if (used && !isMarked && target.kind === 'folder') {
      throw new BackupError(
        `${address} was used for backups before, and has no file ${markerName} now. Is its disk mounted? To start over, delete ${memory}.`,
      );
    }
    return { used, isMarked };
  }

  async function mark(folder: string): Promise<void> {
    const { used, isMarked } = await readMarker();
    if (!isMarked) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(`${memory}.new`, 'A place of backups.\n', { mode: 0o600 });
      await place.put(markerName, `${memory}.new`);
      await rm(`${memory}.new`);
    }
    if (!used) await appendFile(memory, `${address}\n`, { mode: 0o600 });
    isChecked = true;
  }

  return {
    ...place,
    address,
    put: async (name, file) => {
      // Each file of a folder, because its disk may be gone.
      if (!isChecked || target.kind === 'folder') await mark(dataDir);
      await place.put(name, file);
    },
    findLostMarker: async () => {
      const { used, isMarked } = await readMarker();
      if (!used) return null;
      return isMarked ? [] : [markerName];
    },
    mark: () => mark(dataDir),
  };
}

export type StoredArchive = { name: string; createdAt: Date };

/** The archives in a place, newest first; other files are never listed or deleted. */
export async function listArchives(place: Pick<BackupPlace, 'list'>): Promise<StoredArchive[]> {
  const archives = (await place.list('')).flatMap((name): StoredArchive[] => {
    const found = /^anyforge-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)Z\.tar(?:\.age)?$/.exec(name);
    return found ? [{ name, createdAt: new Date(`${found[1]}:${found[2]}:${found[3]}Z`) }] : [];
  });
  return archives.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
}

/** `anyforge-2026-11-22T03-30-00Z.tar`, with `.age` after it when encrypted. */
export function archiveFileName(createdAt: Date, isEncrypted: boolean): string {
  const time = createdAt.toISOString().slice(0, 19).replaceAll(':', '-');
  return `anyforge-${time}Z.tar${isEncrypted ? '.age' : ''}`;
}

/** Milliseconds that a call on a folder takes at most, and those more for each megabyte that it stores. */
const limitOfCall = 20_000;
const limitOfMegabyte = 1_000;
const limitOfFetch = 86_400_000;

/**
 * Ends the wait for calls that do not return, as on a mount whose server is gone. Until such a call returns no other one
 * begins: each keeps a thread of the process.
 */
function createTimeLimit() {
  let isHung = false;
  return async <T>(work: () => Promise<T>, milliseconds: number): Promise<T> => {
    if (isHung) throw new Error(noAnswer);
    const running = work().finally(() => (isHung = false));
    const done = await within(
      milliseconds,
      running.then((value) => ({ value })),
    );
    if (done) return done.value;
    isHung = true;
    throw new Error(noAnswer);
  };
}

const noAnswer = 'it does not answer';

/** The place, for who stores nothing there: it needs no marker. */
export function backupFiles(target: BackupTarget): BackupPlace {
  const isBucket = target.kind === 's3';
  const store = isBucket
    ? createObjectStore(target, { prefix: target.prefix })
    : createFolderStore(target.folder);
  const what = isBucket ? `The backup bucket ${target.bucket}` : `The backup folder ${target.folder}`;
  // A call on a bucket ends by itself.
  const limited = isBucket ? null : createTimeLimit();
  const explained = <T>(work: () => Promise<T>, milliseconds = limitOfCall) =>
    explain(limited ? limited(work, milliseconds) : work(), what);
  const streamOf = async (name: string) => {
    const found = await store.get(name);
    if (found === null) throw new Error(`there is no ${name}`);
    return found.stream;
  };
  return {
    put: async (name, file) => {
      const { size } = await stat(file);
      const milliseconds = limitOfCall + (size / 1e6) * limitOfMegabyte;
      await explained(() => store.put(name, file), milliseconds);
    },
    has: (name) =>
      explained(async () => {
        const found = await store.get(name);
        found?.stream.destroy();
        return found !== null;
      }),
    list: (folder) => explained(() => store.list(folder)),
    read: (name) => explained(() => streamOf(name)),
    fetch: (name, file) =>
      explained(async () => writeFile(file, await streamOf(name), { flag: 'wx', mode: 0o600 }), limitOfFetch),
    remove: (name) => explained(() => store.remove(name)),
  };
}

async function explain<T>(work: Promise<T>, place: string): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const reason = errorCode(error) || messageOf(error);
    throw new BackupError(`${place} cannot be used (${reason}).`, { cause: error });
  }
}
