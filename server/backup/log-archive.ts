import { execFile } from 'node:child_process';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
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

const parent = 'point-in-time';
const wrongPassphrase =
  'BACKUP_PASSPHRASE is not the one with which the archive began: set that one, or another BACKUP_TO.';
export const folders = {
  bases: `${parent}/bases`,
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
    const name = `${parent}/key.age`;
    if (await place.has(name)) {
      const encrypted = await place.read(name);
      const identity = await text(decrypting({ passphrase })(encrypted)).catch((cause: unknown) => {
        throw new BackupError(wrongPassphrase, { cause });
      });
      return { identity };
    }
    if (!mayBegin) throw new BackupError(`The archive has no ${name}.`);
    const identity = await (await import('age-encryption')).generateX25519Identity();
    await withFile(async (file) => {
      const target = createWriteStream(file, { mode: 0o600, flush: true });
      await pipeline(Readable.from([Buffer.from(identity)]), encrypting({ passphrase }), target);
      await place.put(name, file);
    });
    return { identity };
  }

  const knownKey = () => (key ??= readKey().catch((error: unknown) => ((key = null), Promise.reject(error))));

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
    fetch: (name: string, to: string) =>
      withFile(async (file) => {
        await place.fetch(name, file);
        const step = decrypting((await isEncrypted(file)) ? await knownKey() : null);
        const target = createWriteStream(to, { mode: 0o600 });
        await pipeline(createReadStream(file), step, createGunzip(), target).catch((error: unknown) => {
          throw new BackupError(`${name} in the place of BACKUP_TO is damaged.`, { cause: error });
        });
      }),
    /** Every copy of the database, newest first; a restore needs the log of its series from `segment` on too. */
    async bases() {
      const names = (await place.list(folders.bases)).toSorted().toReversed();
      return names.flatMap((name) => {
        const [, time = '', series, segment] = /^(\S+)_(\S+)_([0-9A-F]{24})$/.exec(name) ?? [];
        const finishedAt = new Date(time.replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:'));
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
