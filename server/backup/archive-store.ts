import type { BackupTarget } from '../config.ts';
import { parseArchiveName, type StoredArchive } from './archive-names.ts';
import { createBackupPlace, type BackupPlace } from './backup-place.ts';

/** Where the automatic backups lie. Every call throws BackupError when the place cannot be used. */
export type ArchiveStore = Pick<BackupPlace, 'put' | 'fetch' | 'remove'> & {
  list: () => Promise<StoredArchive[]>;
};

/** The archives in the place that `BACKUP_TO` names. */
export function createArchiveStore(target: BackupTarget): ArchiveStore {
  const place = createBackupPlace(target);
  return {
    ...place,
    list: async () => (await place.list('')).flatMap((name) => parseArchiveName(name) ?? []),
  };
}
