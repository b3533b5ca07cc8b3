import type { Logger } from '#adapters/log.ts';
import { DatabaseUnavailable } from '#db/database-error.ts';
import { atMostEvery } from '#domain/core/at-most-every.ts';
import {
  classifyDisk,
  diskMessage,
  readDiskSpace,
  type DiskSpace,
  type DiskState,
} from '#domain/storage/disk-space.ts';

/** Milliseconds for which an answer is used again. */
const keptFor = 500;

export type DiskWatch = ReturnType<typeof createDiskWatch>;

/**
 * Knows how much room the disk of a directory has, and tells the log when that becomes too little and when it is enough
 * again.
 */
export function createDiskWatch(options: {
  directory: string;
  log: Pick<Logger, 'warn' | 'info'>;
  read?: (directory: string) => Promise<DiskSpace>;
}) {
  const { directory, log, read = readDiskSpace } = options;
  let state: DiskState = 'enough';

  /** Free space of the disk that holds the directory; null when unknown. */
  const space = atMostEvery(keptFor, async (): Promise<DiskSpace | null> => {
    const found = await read(directory).catch(() => null);
    const now = found === null ? 'enough' : classifyDisk(found);
    if (now !== state && found !== null) {
      if (now === 'enough') log.info('The disk that holds DATA_DIR has enough room again', found);
      else log.warn(diskMessage(found) ?? '', found);
    }
    state = now;
    return found;
  });

  return {
    space,
    /** For `/readyz`; null while there was room at the last look. */
    warning: (): string | null => (state === 'full' ? 'the disk that holds DATA_DIR is full' : null),
    /** @throws DatabaseUnavailable with reason `disk-full` before the database itself would meet a full disk */
    mayWrite: async (): Promise<void> => {
      const found = await space();
      if (found === null || classifyDisk(found) !== 'full') return;
      throw new DatabaseUnavailable('disk-full', diskMessage(found) ?? '');
    },
  };
}
