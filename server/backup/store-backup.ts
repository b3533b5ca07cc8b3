import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import type pg from 'pg';

import type { ImageStore } from '#domain/images/image-services.ts';
import { archiveFileName } from './archive-names.ts';
import type { ArchiveStore } from './archive-store.ts';
import { encryptFile } from './encryption.ts';
import { makeBackup } from './make-backup.ts';
import { archivesToDelete, type Retention } from './retention.ts';

/**
 * Makes a backup in `workFolder`, encrypts it, stores it, and then deletes the stored archives that are kept no longer.
 * @param options.passphrase null: not encrypted
 * @returns the name of the stored archive
 * @throws BackupError or StorageError; no part of the archive is stored then
 */
export async function storeBackup(
  pool: pg.Pool,
  options: {
    archives: ArchiveStore;
    images: Pick<ImageStore, 'read'>;
    passphrase: string | null;
    keep: Retention;
    workFolder: string;
    now: Date;
  },
): Promise<string> {
  const { archives, images, passphrase, workFolder, now } = options;
  const name = archiveFileName(now, passphrase !== null);
  const folder = join(workFolder, 'write');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    const plain = join(folder, 'archive.tar');
    await makeBackup(pool, { file: plain, store: images, now });
    const file = passphrase === null ? plain : `${plain}.age`;
    if (passphrase !== null) {
      await encryptFile(plain, file, { passphrase });
      await rm(plain);
    }
    await archives.put(name, file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  for (const archive of archivesToDelete(await archives.list(), options.keep)) {
    await archives.remove(archive.name);
  }
  return name;
}
