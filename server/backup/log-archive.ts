import { execFile } from 'node:child_process';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGunzip, createGzip } from 'node:zlib';

import { backupWorkFolder } from './archive-file.ts';
import { BackupError } from './archive-format.ts';
import { createBackupPlace } from './backup-place.ts';
import { decrypting, encrypting, isEncrypted } from './encryption.ts';
import type { BackupConfig, Config } from '../settings/config.ts';

export type ArchiveConfig = Pick<Config, 'backupPassphrase' | 'dataDir'> & { backup: BackupConfig };
export type Archive = ReturnType<typeof openArchive>;
export type Gap = { name: string; from: Date; to: Date };

const parent = 'point-in-time';
const keyName = `${parent}/key.age`;
const keyIsMissing = `${keyName} is missing in the place of BACKUP_TO, and what is archived there cannot be read without it. Put it back; or delete the folder ${parent}, and the archive begins anew.`;
const wrongPassphrase =
  'BACKUP_PASSPHRASE is not the one with which the archive began: set that one, or another BACKUP_TO.';
export const folders = {
  bases: `${parent}/bases`,
  /** For each time that is missing in the log a file, whose name says it. */
  gaps: `${parent}/gaps`,
  /** A series is the log of one database without a gap. */
  log: (series: string) => `${parent}/log-${series}`,
  /** All images of the site in a month; those of 2 months before are not needed any more. */
  images: (at: Date, monthsBefore = 0) => {
    const month = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - monthsBefore));
    return `${parent}/images-${month.toISOString().slice(0, 7)}`;
  },
};

/** `2026-11-22T10-15-00.123Z` */
export const timeName = (instant: Date) => instant.toISOString().replaceAll(':', '-');
export const timeOf = (name: string) => new Date(name.replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:'));

/**
 * The point-in-time archive in the place of `BACKUP_TO`: files, compressed, and encrypted where there is a passphrase.
 * @param mayBegin makes the key when there is none: for one caller, because there may be only one key
 */
export function openArchive(config: ArchiveConfig, workName: string, mayBegin = false) {
  const place = createBackupPlace(config.backup.to, config.dataDir);
  const workFolder = join(backupWorkFolder(config), workName);
  const passphrase = config.backupPassphrase;
  let key: Promise<{ identity: string }> | null = null;
  let files = 0;

  async function withFile<T>(work: (file: string) => Promise<T>): Promise<T> {
    await mkdir(workFolder, { recursive: true, mode: 0o700 });
    const file = join(workFolder, `file-${(files += 1)}`);
    return await work(file).finally(() => rm(file, { force: true }));
  }

  /** The key of all files lies beside them, encrypted with the passphrase: so single files cost no scrypt. */
  async function readKey() {
    if (passphrase === null) throw new BackupError('The archive is encrypted. Set BACKUP_PASSPHRASE.');
    if (await place.has(keyName)) {
      const encrypted = await place.read(keyName);
      const identity = await text(decrypting({ passphrase })(encrypted)).catch((cause: unknown) => {
        throw new BackupError(wrongPassphrase, { cause });
      });
      return { identity };
    }
    // A new key beside what only the lost one opens would hide the loss.
    if (!mayBegin || (await place.list(folders.bases)).length > 0) throw new BackupError(keyIsMissing);
    const identity = await (await import('age-encryption')).generateX25519Identity();
    await storeKey(identity, passphrase);
    return { identity };
  }

  function storeKey(identity: string, secret: string): Promise<void> {
    return withFile(async (file) => {
      const target = createWriteStream(file, { mode: 0o600, flush: true });
      await pipeline(Readable.from([Buffer.from(identity)]), encrypting({ passphrase: secret }), target);
      await place.put(keyName, file);
    });
  }

  const knownKey = () => (key ??= readKey().catch((error: unknown) => ((key = null), Promise.reject(error))));

  function fetchFile(name: string, to: string): Promise<void> {
    return withFile(async (file) => {
      await place.fetch(name, file);
      const step = decrypting((await isEncrypted(file)) ? await knownKey() : null);
      const target = createWriteStream(to, { mode: 0o600 });
      await pipeline(createReadStream(file), step, createGunzip(), target).catch((error: unknown) => {
        throw new BackupError(`${name} in the place of BACKUP_TO is damaged.`, { cause: error });
      });
    });
  }

  return {
    ...place,
    workFolder,
    put: (name: string, content: Readable) =>
      withFile(async (file) => {
        const step = encrypting(passphrase === null ? null : await knownKey());
        const target = createWriteStream(file, { mode: 0o600, flush: true });
        await pipeline(content, createGzip({ level: 1 }), step, target);
        await place.put(name, file);
        // Where it was not read, because there is no key, its file is still open.
      }).finally(() => content.destroy()),
    fetch: fetchFile,
    /** True if the stored file is whole and has the content of this one. */
    holds: (name: string, file: string) =>
      withFile(async (copy) => {
        await fetchFile(name, copy);
        return (await readFile(copy)).equals(await readFile(file));
      }).catch(() => false),
    /** Puts the key back where it was lost while this process knows it. @returns its name where it was missing */
    async keepKey(): Promise<string[]> {
      if (passphrase === null) return [];
      const isThere = await place.has(keyName);
      if (isThere) await knownKey();
      else if (key !== null) await storeKey((await key).identity, passphrase);
      return isThere ? [] : [keyName];
    },
    /** The times that are missing in the log, oldest first. */
    async gaps(): Promise<Gap[]> {
      const names = (await place.list(folders.gaps)).toSorted();
      return names.map((name) => {
        const [from = '', to = ''] = name.split('_');
        return { name, from: timeOf(from), to: timeOf(to) };
      });
    },
    /** Every copy of the database, newest first; a restore needs the log of its series from `segment` on too. */
    async bases() {
      const names = (await place.list(folders.bases)).toSorted().toReversed();
      return names.flatMap((name) => {
        const [, time = '', series, segment] = /^(\S+)_(\S+)_([0-9A-F]{24})$/.exec(name) ?? [];
        const finishedAt = timeOf(time);
        return series && segment ? [{ name, series, finishedAt, segment }] : [];
      });
    },
  };
}

/** Files that change meanwhile are no failure (code 1): the log repeats what happened to them. */
export async function tar(...args: readonly string[]): Promise<void> {
  await promisify(execFile)('tar', args).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 1)) throw error;
  });
}
