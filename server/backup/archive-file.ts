import { mkdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { pastOrNever } from '#domain/clock/past.ts';
import type { Config } from '../settings/config.ts';
import { ArchiveNameError, BackupError } from './archive-format.ts';
import { backupFiles, listArchives } from './backup-place.ts';
import { decryptFile, isEncrypted } from './encryption.ts';

/** Temporary files of backups and restores; what a killed process left there is deleted by the next one. */
export function backupWorkFolder({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'backup-work');
}

/** Runs `work` with an empty folder, which is deleted afterwards. */
export async function withWorkFolder<T>(folder: string, work: (folder: string) => Promise<T>): Promise<T> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return await work(folder).finally(() => rm(folder, { recursive: true, force: true }));
}

/**
 * Runs `work` with the path of a readable, decrypted archive, which is deleted afterwards where it is a copy.
 * @param name a file; or the name of an archive in the place of `BACKUP_TO`; or `newest`, the newest one there
 * @throws BackupError when there is no such archive, or it cannot be decrypted
 */
export async function withArchiveFile<T>(
  config: Pick<Config, 'backup' | 'backupPassphrase' | 'dataDir'>,
  name: string,
  work: (file: string) => Promise<T>,
): Promise<T> {
  return await withWorkFolder(join(backupWorkFolder(config), `read-${process.pid}`), async (folder) => {
    const file = await findArchive(config, name, join(folder, 'fetched'));
    if (!(await isEncrypted(file))) return await work(file);
    if (config.backupPassphrase === null) {
      throw new BackupError(`${name} is encrypted. Set BACKUP_PASSPHRASE to the one it was made with.`);
    }
    const decrypted = join(folder, 'decrypted.tar');
    await decryptFile(file, decrypted, { passphrase: config.backupPassphrase });
    return await work(decrypted);
  });
}

async function findArchive(
  { backup }: Pick<Config, 'backup'>,
  name: string,
  fetched: string,
): Promise<string> {
  if (await isFile(name)) return name;
  if (backup === null)
    throw new ArchiveNameError(`There is no file ${name}, and BACKUP_TO names no place of archives.`);
  const place = backupFiles(backup.to);
  const archives = await listArchives(place);
  const wanted =
    name === 'newest'
      ? (archives.find(({ createdAt }) => pastOrNever(createdAt, new Date())) ?? archives[0])
      : archives.find((archive) => archive.name === basename(name));
  if (wanted === undefined) {
    throw new ArchiveNameError(`There is no file ${name}, and no such archive in the place of BACKUP_TO.`);
  }
  await place.fetch(wanted.name, fetched);
  return fetched;
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isFile() === true;
}
