import { randomUUID } from 'node:crypto';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type pg from 'pg';

import type { Logger } from '#adapters/log.ts';
import {
  mergeSuppressionList,
  readSuppressionList,
  suppressionListMark,
  type SuppressedAddress,
} from '#db/suppression-list.ts';
import { createBackupPlace, type BackupPlace } from '../backup/backup-place.ts';
import type { Config } from '../config.ts';

/** Its only file, in a folder of its own: listing it says whether it is there. */
const folder = 'suppressed-addresses';
const name = `${folder}/list.txt`;
/** Some 800,000 addresses. A larger file was not written by this site. */
const maxBytes = 100_000_000;

const line =
  /^([0-9a-f]{64}) (unsubscribed|hard-bounce|soft-bounces|complaint|removed) (\d{4}-[\d:.T+-]{15,32}) (-|\d{4}-[\d:.T+-]{15,32})$/;

/** Keeps the suppression list outside the database too, so that no restore of an older state subscribes anybody again. */
export type SuppressionCopy = {
  /** Merges what the copies know into the database, and brings the copies up to date. Rejects after every place was tried. */
  run: (pool: pg.Pool) => Promise<void>;
};

/**
 * Copies in DATA_DIR and where the backups lie, or else in the bucket of the images.
 * @param config.dataDir for temporary files too
 */
export function createSuppressionCopy(
  config: Pick<Config, 'dataDir' | 'backup' | 'storage'>,
  log: Logger,
): SuppressionCopy {
  const places = placesOf(config).map((place) => ({ place, mark: null as string | null }));
  return {
    async run(pool) {
      const errors: unknown[] = [];
      for (const copy of places) {
        try {
          if (copy.mark !== null && copy.mark === (await suppressionListMark(pool))) continue;
          copy.mark = await bringUpToDate(pool, copy.place, config.dataDir, log);
        } catch (error) {
          errors.push(error);
        }
      }
      if (errors.length > 0) throw errors[0];
    },
  };
}

function placesOf({
  dataDir,
  backup,
  storage,
}: Pick<Config, 'dataDir' | 'backup' | 'storage'>): BackupPlace[] {
  const elsewhere = backup?.to ?? (storage.kind === 's3' ? { ...storage, prefix: '' } : null);
  const here = createBackupPlace({ kind: 'folder', folder: dataDir }, null);
  return elsewhere === null ? [here] : [here, createBackupPlace(elsewhere, backup === null ? null : dataDir)];
}

/** @returns the mark of the list that the copy then has */
async function bringUpToDate(
  pool: pg.Pool,
  place: BackupPlace,
  directory: string,
  log: Logger,
): Promise<string> {
  const file = join(directory, `suppressed-${randomUUID()}.tmp`);
  try {
    const copied = await readCopy(place, file);
    const merged = await mergeSuppressionList(pool, copied);
    if (merged > 0) log.warn('The suppression list of the database was older than its copy', { merged });
    const mark = await suppressionListMark(pool);
    const list = (await readSuppressionList(pool)).map(
      ({ hash, reason, since, endedAt }) => `${hash} ${reason} ${since} ${endedAt ?? '-'}\n`,
    );
    await rm(file, { force: true });
    await writeFile(file, list.join(''), { mode: 0o600 });
    await place.put(name, file);
    return mark;
  } finally {
    await rm(file, { force: true });
  }
}

/** @param file where it is fetched to */
async function readCopy(place: BackupPlace, file: string): Promise<SuppressedAddress[]> {
  if (!(await place.list(folder)).includes('list.txt')) return [];
  await place.fetch(name, file);
  const { size } = await stat(file);
  if (size > maxBytes) throw new Error(`${name} has ${size} bytes, more than a suppression list can have.`);
  return (await readFile(file, 'utf8')).split('\n').flatMap((text) => {
    const [, hash, reason, since, endedAt] = line.exec(text) ?? [];
    if (hash === undefined || reason === undefined || since === undefined) return [];
    return [{ hash, reason, since, endedAt: endedAt === '-' || endedAt === undefined ? null : endedAt }];
  });
}
