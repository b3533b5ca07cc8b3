import { existsSync } from 'node:fs';

import { createArchiveStore } from '../backup/archive-store.ts';
import { createImageStore } from '../images/image-store.ts';
import { ok, problem, warning, type Check } from './check.ts';

/** Whether images can be stored, on the disk or in the bucket. */
export const storage: Check = {
  name: 'storage of images',
  async run({ config }) {
    const isBucket = config.storage.kind === 's3';
    if (!isBucket && !existsSync(config.dataDir))
      return [ok('DATA_DIR does not exist yet; the first start makes it.')];
    try {
      await createImageStore(config).check();
      return [ok(isBucket ? 'The bucket takes images.' : 'Images can be stored on the disk.')];
    } catch (error) {
      const { cause } = error instanceof Error ? error : { cause: undefined };
      const reason =
        cause instanceof Error ? cause.message : String(error instanceof Error ? error.message : error);
      return [
        problem(
          `Images cannot be stored: ${reason}`,
          isBucket
            ? 'Check S3_ENDPOINT, S3_BUCKET and the key: it must read, write and delete objects, and see the bucket.'
            : 'Give DATA_DIR/storage to the user of the product, and make room on the disk.',
        ),
      ];
    }
  },
};

/** Whether the place of the backups can be read. */
export const backupPlace: Check = {
  name: 'place of backups',
  async run({ config: { backup } }) {
    if (backup === null) {
      return [
        warning(
          'Nothing is backed up.',
          'Set BACKUP_TO to a folder on another disk or to a bucket, such as BACKUP_TO=/mnt/backups.',
        ),
      ];
    }
    try {
      const archives = await createArchiveStore(backup.to).list();
      return [ok(`The place of the backups holds ${archives.length}.`)];
    } catch (error) {
      return [
        problem(
          error instanceof Error ? error.message : String(error),
          'Check BACKUP_TO: the folder and its owner, or the bucket and the key.',
        ),
      ];
    }
  },
};
