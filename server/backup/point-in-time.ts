import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type pg from 'pg';

import type { Database } from '#db/client.ts';
import { mayDeleteFiles } from '#db/queries/clock.ts';
import { listImageKeys } from '#db/queries/images.ts';
import { withFilesToCopy } from '#db/write-ahead-log.ts';
import { pastOrNever } from '#domain/clock/past.ts';
import type { ImageStore } from '#domain/images/image-services.ts';
import { withWorkFolder } from './archive-file.ts';
import { checkSpace } from './make-backup.ts';
import { isBackupDue } from './schedule.ts';
import { folders, openArchive, tar, timeName, type ArchiveConfig } from './log-archive.ts';
import { handOverFolder, readHandOver } from './log-archiver.ts';

/** Every second of so many days can be brought back. */
const days = 14;

/** The log, which is archived; the process of the server; and our own hand-over. */
const notCopied = ['pg_wal/*', 'postmaster.*', handOverFolder].map((name) => `--exclude=./${name}`);

type Dependencies = { db: Database; pool: pg.Pool; images: Pick<ImageStore, 'read'>; timeZone: string };

/**
 * The content of the archive beside the log: images as they come, and once a day the base, a copy of the whole
 * database.
 */
export function createPointInTime(config: ArchiveConfig, now: () => Date) {
  const archive = openArchive(config, 'base');
  let images: { folder: string; names: Set<string> } | null = null;
  let bases: Awaited<ReturnType<typeof archive.bases>> | null = null;
  let attemptedAt: Date | null = null;

  /** Images of the same name are always the same. */
  async function archiveImages({ db, images: store }: Dependencies): Promise<void> {
    const folder = folders.images(now());
    if (images?.folder !== folder) images = { folder, names: new Set(await archive.list(folder)) };
    for (const key of await listImageKeys(db)) {
      if (images.names.has(key.name)) continue;
      const image = await store.read(key);
      if (image !== null) await archive.put(`${folder}/${key.name}`, image.stream);
      images.names.add(key.name);
    }
  }

  async function makeBase(pool: pg.Pool, series: string): Promise<void> {
    await withWorkFolder(archive.workFolder, async (workFolder) => {
      const file = join(workFolder, 'base.tar');
      const label = await withFilesToCopy(pool, async (databaseBytes) => {
        await checkSpace(file, 2 * databaseBytes);
        await tar('--create', '--file', file, ...notCopied, '-C', join(config.dataDir, 'postgres'), '.');
      });
      await writeFile(join(workFolder, 'backup_label'), label, { mode: 0o600 });
      await tar('--append', '--file', file, '-C', workFolder, './backup_label');
      const segment = /\(file ([0-9A-F]{24})\)/.exec(label)?.[1] ?? '';
      if (!(await archive.has(`${folders.log(series)}/${segment}`)))
        throw new Error('The archive of the log was started over in the meantime.');
      await archive.put(`${folders.bases}/${timeName(now())}_${series}_${segment}`, createReadStream(file));
    });
  }

  /** Deletes what no moment of the last days needs. */
  async function prune(db: Database) {
    const all = await archive.bases();
    if (!(await mayDeleteFiles(db))) return all;
    const since = new Date(now().getTime() - days * 86_400_000);
    const needed = all.findIndex(({ finishedAt }) => finishedAt <= since) + 1;
    const kept = all.slice(0, needed || all.length);
    for (const { name, series } of all.slice(kept.length)) {
      // Files found by the base go before it.
      const oldest = kept.findLast((base) => base.series === series)?.segment ?? 'z';
      await removeAll(folders.log(series), (segment) => segment < oldest);
      await archive.remove(`${folders.bases}/${name}`);
    }
    await removeAll(folders.images(since, 2), () => true);
    return kept;
  }

  /** Bases without those that a wrong clock dated. */
  function past(at: Date) {
    return (bases ?? []).filter(({ finishedAt }) => pastOrNever(finishedAt, at) !== null);
  }

  async function removeAll(folder: string, isLeaving: (name: string) => boolean): Promise<void> {
    for (const name of (await archive.list(folder)).filter(isLeaving))
      await archive.remove(`${folder}/${name}`);
  }

  return {
    /** Nothing soon after the first start. @throws what keeps the archive from being complete */
    async run(dependencies: Dependencies): Promise<void> {
      const series = await readHandOver(config.dataDir, 'series');
      if (series === null) return;
      await archiveImages(dependencies);
      bases ??= await archive.bases();
      const when = { now: now(), at: config.backup.at, timeZone: dependencies.timeZone };
      const succeededAt = past(when.now).find((base) => base.series === series)?.finishedAt ?? null;
      if (!isBackupDue({ ...when, succeededAt, attemptedAt })) return;
      attemptedAt = when.now;
      await makeBase(dependencies.pool, series);
      bases = await prune(dependencies.db);
    },
    /** The earliest moment that can be brought back; null: none yet. */
    since: () => past(now()).at(-1)?.finishedAt ?? null,
  };
}
