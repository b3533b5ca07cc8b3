import { join } from 'node:path';

import type pg from 'pg';

import { pastOrNever } from '#domain/clock/past.ts';
import type { ImageStore } from '#domain/images/image-services.ts';
import { withWorkFolder } from './archive-file.ts';
import { archiveFileName, listArchives, type BackupPlace } from './backup-place.ts';
import { makeBackup } from './make-backup.ts';
import type { Retention } from '../settings/values.ts';
import { archivesToDelete } from './retention.ts';

/**
 * Makes a backup in `workFolder`, encrypts it, stores it, and then deletes the stored archives that are kept no longer.
 * @param options.passphrase null: not encrypted
 * @returns the name of the stored archive
 * @throws BackupError or StorageError; no part of the archive is stored then
 */
export async function storeBackup(
  pool: pg.Pool,
  options: {
    place: BackupPlace;
    images: Pick<ImageStore, 'read'>;
    passphrase: string | null;
    keep: Retention;
    workFolder: string;
    now: Date;
    /** False while the clock cannot be trusted: nothing is deleted. */
    mayDelete: boolean;
  },
): Promise<string> {
  const { place, images, passphrase, workFolder, now } = options;
  const name = archiveFileName(now, passphrase !== null);
  await withWorkFolder(join(workFolder, 'write'), async (folder) => {
    const file = join(folder, 'archive');
    await makeBackup(pool, { file, store: images, now, passphrase });
    await place.put(name, file);
  });
  if (!options.mayDelete) return name;
  const archives = await listArchives(place);
  // One that a wrong clock dated takes the place of no other.
  const past = archives.filter(({ createdAt }) => pastOrNever(createdAt, now));
  for (const archive of archivesToDelete(past, options.keep)) {
    await place.remove(archive.name);
  }
  return name;
}
