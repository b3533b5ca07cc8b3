import { join } from 'node:path';

import type pg from 'pg';

import { messageOf } from '#db/database-error.ts';
import type { Config } from '../settings/config.ts';
import { createImageStore } from '../images/image-store.ts';
import { backupWorkFolder } from './archive-file.ts';
import { BackupError } from './archive-format.ts';
import { createBackupPlace } from './backup-place.ts';
import { storeBackup } from './store-backup.ts';

/** In DATA_DIR, of sites without `BACKUP_TO`: the newest of each of so many days. */
const keepInDataDir = { days: 3, weeks: 0, months: 0 };

/**
 * Makes a backup before migrations change a database that is in use, and says how to go back.
 * @throws BackupError when none can be made; the database must stay as it is then
 */
export async function backUpBeforeMigration(
  pool: pg.Pool,
  config: Pick<Config, 'dataDir' | 'storage'> & Partial<Pick<Config, 'backup' | 'backupPassphrase'>>,
  announce: (line: string) => void,
): Promise<void> {
  const to = config.backup?.to ?? ({ kind: 'folder', folder: join(config.dataDir, 'backups') } as const);
  announce('The database has to be migrated. Making a backup before.');
  try {
    const name = await storeBackup(pool, {
      place: createBackupPlace(to, config.dataDir),
      images: createImageStore(config),
      passphrase: config.backupPassphrase ?? null,
      keep: config.backup?.keep ?? keepInDataDir,
      workFolder: join(backupWorkFolder(config), 'before-migration'),
      now: new Date(),
      // The schema may be older than what says whether the clock can be trusted.
      mayDelete: false,
    });
    const file = to.kind === 'folder' ? join(to.folder, name) : name;
    announce(
      `The backup is ${file}. To go back, stop the product and run "npm run restore -- ${file} --replace" with the release before this one: what is written from now on is lost by it.`,
    );
  } catch (error) {
    throw new BackupError(
      `The database has to be migrated, and no backup can be made before: ${messageOf(error)} Nothing was changed; the release before still works.`,
      { cause: error },
    );
  }
}
