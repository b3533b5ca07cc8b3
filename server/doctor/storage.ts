import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { errorCode, messageOf } from '#db/database-error.ts';
import { imageAddress, type ImageKey } from '#domain/images/image.ts';
import { classifyDisk, diskMessage, readDiskSpace } from '#domain/storage/disk-space.ts';

import { createBackupPlace, backupFiles, listArchives } from '../backup/backup-place.ts';
import { opensWith } from '../backup/encryption.ts';
import { isStored } from '../images/image-store.ts';
import { severalAtOnce } from '#domain/core/several-at-once.ts';
import type { Config } from '../settings/config.ts';
import { createImageStore } from '../images/image-store.ts';
import { ok, problem, warning, type Check, type Finding } from './check.ts';

/** True if files can be written in the folders of the site, and how many. */
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
    const space = await readDiskSpace(folder);
    const message = diskMessage(space);
    if (message === null)
      return ok(`${folder} can be written; ${Math.floor(space.freeBytes / 1e9)} GB are free.`);
    const find = classifyDisk(space) === 'full' ? problem : warning;
    return find(`${folder}: ${message}`, 'Delete what is not needed, or take a larger disk.');
  } catch (error) {
    const code = errorCode(error) || String(error);
    if (code === 'ENOENT') return ok(`${folder} does not exist yet; it is made when it is needed.`);
    return problem(
      `${folder} cannot be written (${code}).`,
      'Give it to the user of the product (chown -R), name it in ReadWritePaths= of the systemd unit, and make room on the disk.',
    );
  } finally {
    await rm(file, { force: true }).catch(() => {});
  }
}

/** True if images can be stored, on the disk or in the bucket. */
export const storage: Check = {
  name: 'storage of images',
  async run({ config }) {
    const isBucket = config.storage.kind === 's3';
    if (!isBucket && !existsSync(config.dataDir))
      return ok('DATA_DIR does not exist yet; the first start makes it.');
    try {
      await createImageStore(config).check();
      return ok(isBucket ? 'The bucket takes images.' : 'Images can be stored on the disk.');
    } catch (error) {
      const { cause } = error instanceof Error ? error : { cause: undefined };
      return problem(
        `Images cannot be stored: ${messageOf(cause ?? error)}`,
        isBucket
          ? 'Check S3_ENDPOINT, S3_BUCKET and the key: it must read, write and delete objects, and see the bucket.'
          : 'Give DATA_DIR/storage to the user of the product, and make room on the disk.',
      );
    }
  },
};

/** Images that are looked for: reading each of a large site in a bucket takes longer than a check may. */
const imagesLookedFor = 300;

/** True if files of images are missing, of the newest. @param keys oldest first */
export async function missingImageFindings(
  config: Pick<Config, 'storage' | 'dataDir'>,
  keys: readonly ImageKey[],
): Promise<Finding[]> {
  const store = createImageStore(config);
  const missing: ImageKey[] = [];
  const newest = keys.slice(-imagesLookedFor);
  try {
    await severalAtOnce(newest, 8, async (key) => {
      if (!(await isStored(store, key))) missing.push(key);
    });
  } catch {
    // The check of the storage says why.
    return [];
  }
  const [first] = missing;
  if (first === undefined)
    return newest.length === 0 ? [] : [ok('The files of the newest images are there.')];
  return [
    problem(
      `The files of ${missing.length} of ${newest.length} images are missing, such as ${imageAddress(first)}.`,
      'Restore a backup, which has them, or check STORAGE and whether the disk of DATA_DIR is mounted.',
    ),
  ];
}

/**
 * Compares the newest backup that the database knows with what lies in the place, and tries the passphrase on it.
 * @param known its name; empty: there is none yet
 */
export async function newestBackupFindings(
  { backup, backupPassphrase }: Pick<Config, 'backup' | 'backupPassphrase'>,
  known: string,
): Promise<Finding[]> {
  if (backup === null || known === '') return [];
  const place = backupFiles(backup.to);
  const archives = await listArchives(place).catch(() => null);
  // The check of the place says why.
  if (archives === null) return [];
  if (!archives.some(({ name }) => name === known)) {
    return [
      problem(
        `The newest backup, ${known}, is not in the place of the backups.`,
        'Check BACKUP_TO: is its disk mounted, and is it the place that the product uses?',
      ),
    ];
  }
  if (!known.endsWith('.age')) return [];
  const opens = backupPassphrase !== null && (await opensWith(await place.read(known), backupPassphrase));
  return opens
    ? [ok('BACKUP_PASSPHRASE opens the newest backup.')]
    : [
        problem(
          'BACKUP_PASSPHRASE does not open the newest backup.',
          'Find the passphrase it was made with, or make a new backup: npm run backup.',
        ),
      ];
}

/** True if the place of the backups can be read. */
export const backupPlace: Check = {
  name: 'place of backups',
  async run({ config: { backup, dataDir } }) {
    if (backup === null) {
      return warning(
        'Nothing is backed up.',
        'Set BACKUP_TO to a folder on another disk or to a bucket, such as BACKUP_TO=/mnt/backups.',
      );
    }
    try {
      const place = createBackupPlace(backup.to, dataDir);
      await place.findLostMarker();
      const archives = await listArchives(place);
      return ok(`The place of the backups holds ${archives.length}.`);
    } catch (error) {
      return problem(
        messageOf(error),
        'Check BACKUP_TO: the folder and its owner, or the bucket and the key.',
      );
    }
  },
};
