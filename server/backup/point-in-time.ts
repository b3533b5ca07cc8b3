import { createReadStream } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';

import type pg from 'pg';

import type { Database } from '#db/client.ts';
import { mayDeleteFiles } from '#db/queries/clock.ts';
import { listImageKeys } from '#db/queries/images.ts';
import { withFilesToCopy } from '#db/write-ahead-log.ts';
import { pastOrNever } from '#domain/clock/past.ts';
import type { ImageStore } from '#domain/images/image-services.ts';
import { withWorkFolder } from './archive-file.ts';
import { isLookDue, type Seen } from './backup-place.ts';
import { checkSpace } from './make-backup.ts';
import { isBackupDue } from './schedule.ts';
import {
  folders,
  openArchive,
  tar,
  timeName,
  type Archive,
  type ArchiveConfig,
  type Gap,
} from './log-archive.ts';
import { handOverFolder, readHandOver } from './log-archiver.ts';

/** Every second of so many days can be brought back. */
const days = 14;

/** `gaps`: times in it that cannot. `seenAt`: when its files were seen in the place. */
export type Reach = { since: Date; gaps: readonly Gap[]; seenAt: Date };

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
  let gaps: Gap[] = [];
  let attemptedAt: Date | null = null;
  let seen: (Seen & { series: string }) | null = null;

  /** Asks for the key and the newest base of the series; what is missing is stored anew at once. */
  async function look(series: string): Promise<void> {
    const at = now();
    const lost = await readHandOver(config.dataDir, 'lost');
    if (series !== seen?.series) attemptedAt = null;
    else if (lost === null && !isLookDue(seen, config.backup.to.kind, at)) return;
    const missing = [...new Set([...(await archive.keepKey()), ...(lost === null ? [] : [lost])])];
    const expected = await readHandOver(config.dataDir, 'base');
    bases = await archive.bases();
    gaps = await archive.gaps();
    // Images that the place has lost are archived again.
    images = null;
    const newest = basename(expected ?? '');
    // Neither in another place nor of another series.
    const isOurs = expected === `${archive.address}/${newest}` && newest.includes(`_${series}_`);
    if (isOurs && !bases.some(({ name }) => name === newest)) {
      missing.push(newest);
      attemptedAt = null;
    }
    seen = { at, missing, series };
    await rm(join(config.dataDir, 'postgres', handOverFolder, 'lost'), { force: true });
  }

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

  /** Bases without those that a wrong clock dated. */
  function past(at: Date) {
    return (bases ?? []).filter(({ finishedAt }) => pastOrNever(finishedAt, at) !== null);
  }

  return {
    /** Nothing soon after the first start. @throws what keeps the archive from being complete */
    async run(dependencies: Dependencies): Promise<void> {
      const series = await readHandOver(config.dataDir, 'series');
      if (series === null) return;
      await look(series);
      await archiveImages(dependencies);
      const when = { now: now(), at: config.backup.at, timeZone: dependencies.timeZone };
      const succeededAt = past(when.now).find((base) => base.series === series)?.finishedAt ?? null;
      if (!isBackupDue({ ...when, succeededAt, attemptedAt })) return;
      attemptedAt = when.now;
      await makeBase(archive, config.dataDir, dependencies.pool, { series, now });
      bases = (await mayDeleteFiles(dependencies.db)) ? await prune(archive, now()) : await archive.bases();
      gaps = await archive.gaps();
    },
    /** The times that can be brought back, as the place was seen last; null: none. */
    reach(): Reach | null {
      const since = past(now()).at(-1)?.finishedAt;
      return since && seen ? { since, gaps: gaps.filter(({ to }) => to > since), seenAt: seen.at } : null;
    },
    missing: (): readonly string[] => seen?.missing ?? [],
  };
}

/** Copies the whole database, and ends the gap in its log that was there before. */
async function makeBase(
  archive: Archive,
  dataDir: string,
  pool: pg.Pool,
  { series, now }: { series: string; now: () => Date },
): Promise<void> {
  const database = join(dataDir, 'postgres');
  const from = await readHandOver(dataDir, 'gap');
  await withWorkFolder(archive.workFolder, async (workFolder) => {
    const file = join(workFolder, 'base.tar');
    const label = await withFilesToCopy(pool, async (databaseBytes) => {
      await checkSpace(file, 2 * databaseBytes);
      await tar('--create', '--file', file, ...notCopied, '-C', database, '.');
    });
    await writeFile(join(workFolder, 'backup_label'), label, { mode: 0o600 });
    await tar('--append', '--file', file, '-C', workFolder, './backup_label');
    const segment = /\(file ([0-9A-F]{24})\)/.exec(label)?.[1] ?? '';
    if (!(await archive.has(`${folders.log(series)}/${segment}`)))
      throw new Error('The archive of the log was started over in the meantime.');
    const finishedAt = timeName(now());
    const name = `${finishedAt}_${series}_${segment}`;
    await archive.put(`${folders.bases}/${name}`, createReadStream(file));
    const handOver = join(database, handOverFolder);
    await writeFile(join(handOver, 'base'), `${archive.address}/${name}`, { mode: 0o600 });
    // Not where another one began meanwhile.
    if (from === null || (await readHandOver(dataDir, 'series')) !== series) return;
    await archive.put(`${folders.gaps}/${from}_${finishedAt}`, Readable.from([]));
    await rm(join(handOver, 'gap'));
  });
}

/** Deletes what no moment of the last days needs. @returns the bases that are left */
async function prune(archive: Archive, now: Date) {
  const all = await archive.bases();
  const since = new Date(now.getTime() - days * 86_400_000);
  const needed = all.findIndex(({ finishedAt }) => finishedAt <= since) + 1;
  const kept = all.slice(0, needed || all.length);
  for (const { name, series } of all.slice(kept.length)) {
    // Files found by the base go before it.
    const oldest = kept.findLast((base) => base.series === series)?.segment ?? 'z';
    await removeAll(archive, folders.log(series), (segment) => segment < oldest);
    await archive.remove(`${folders.bases}/${name}`);
  }
  await removeAll(archive, folders.images(since, 2), () => true);
  const oldest = kept.at(-1)?.finishedAt ?? since;
  for (const { name, to } of await archive.gaps())
    if (to <= oldest) await archive.remove(`${folders.gaps}/${name}`);
  return kept;
}

async function removeAll(archive: Archive, folder: string, isLeaving: (name: string) => boolean) {
  for (const name of (await archive.list(folder)).filter(isLeaving))
    await archive.remove(`${folder}/${name}`);
}
