import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { messageOf } from '#db/database-error.ts';
import { createLog } from '#adapters/log.ts';
import { classifyDisk, readDiskSpace } from '#domain/storage/disk-space.ts';
import { repeatJob } from '../scheduling/repeat-job.ts';
import { folders, openArchive, timeName, type ArchiveConfig } from './log-archive.ts';

/** In the data directory, where PostgreSQL finds it however it is run. */
export const handOverFolder = 'archived';

/**
 * The arguments that PostgreSQL is started with. It keeps a segment of its log until the command succeeds: when
 * `startArchiver` has written a receipt. A segment that is not full ends after 30 seconds: what a lost machine may
 * cost.
 */
export const archiveSettings = {
  archive_mode: 'on',
  archive_timeout: '30s',
  archive_command: `n=0; until test -e ${handOverFolder}/%f; do n=$((n+1)); test -e ${handOverFolder}/failed && exit 1; test $n -gt 150 && exit 1; sleep 0.2; done`,
} as const;

/**
 * `failed`: why the last segment could not be stored. `series`: to which the log of now belongs. `gap`: since when what is
 * written is in no series, until a base begins the next one. `base`: address of the newest base. `lost`: name of the key that
 * was missing in the place and was put back.
 */
export function readHandOver(
  dataDir: string,
  name: 'failed' | 'series' | 'gap' | 'base' | 'lost',
): Promise<string | null> {
  return readFile(join(dataDir, 'postgres', handOverFolder, name), 'utf8').catch(() => null);
}

/** Ends the command of a server whose archiver is gone, so that it can stop; the next archiver takes the segment. */
export async function endCommand(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'postgres', handOverFolder);
  await mkdir(folder, { recursive: true, mode: 0o755 });
  await writeFile(join(folder, 'failed'), 'The product was started again.', { mode: 0o644 });
}

/** Stores the segments that PostgreSQL has completed. @returns a function that ends it, after the server */
export function startArchiver(config: ArchiveConfig): () => Promise<void> {
  const archive = openArchive(config, 'log', true);
  const logFolder = join(config.dataDir, 'postgres', 'pg_wal');
  const folder = join(config.dataDir, 'postgres', handOverFolder);

  /** @param segment the first one that is not in the series before: it ends within 30 seconds of its first write */
  async function beginGap(segment: string): Promise<void> {
    if ((await readHandOver(config.dataDir, 'gap')) !== null) return;
    const { mtimeMs } = await stat(join(logFolder, segment));
    await writeFile(join(folder, 'gap'), timeName(new Date(mtimeMs - 60_000)), { mode: 0o600 });
  }

  async function store(name: string): Promise<void> {
    const known = await readHandOver(config.dataDir, 'series');
    const file = join(logFolder, name);
    const isThere = known !== null && (await archive.has(`${folders.log(known)}/${name}`));
    // It may have been stored without a receipt: the process was killed, or the answer was lost.
    const isStored = isThere && (await archive.holds(`${folders.log(known)}/${name}`, file));
    // Older files of the database were put back: what it writes now is not what was archived under this name.
    const isOther = known === null || (isThere && !isStored);
    const series = isOther ? timeName(new Date()) : known;
    if (!isStored) await archive.put(`${folders.log(series)}/${name}`, createReadStream(file));
    if (isOther) {
      await beginGap(name);
      await writeFile(join(folder, 'series'), series, { mode: 0o600 });
    }
    for (const lost of await archive.keepKey()) await writeFile(join(folder, 'lost'), lost, { mode: 0o600 });
  }

  async function handOver(stopping: AbortSignal): Promise<void> {
    const status = await readdir(join(logFolder, 'archive_status'));
    const waiting = status.filter((name) => name.endsWith('.ready')).map((name) => name.slice(0, -6));
    if (waiting.length === 0) return;
    await mkdir(folder, { recursive: true, mode: 0o755 });
    const receipts = (await readdir(folder)).filter((name) => /^[0-9A-F]{8}/.test(name));
    for (const name of receipts) if (!waiting.includes(name)) await rm(join(folder, name));
    try {
      for (const name of waiting.toSorted()) {
        if (receipts.includes(name)) continue;
        await store(name);
        await writeFile(join(folder, name), '', { mode: 0o644 });
      }
      await rm(join(folder, 'failed'), { force: true });
    } catch (error) {
      await writeFile(join(folder, 'failed'), messageOf(error), { mode: 0o644 });
      if (classifyDisk(await readDiskSpace(config.dataDir)) !== 'enough') {
        // An archive never makes the disk run full: the series ends, and the next one begins when the place is back.
        const [first] = waiting.toSorted().filter((name) => !receipts.includes(name));
        if (first !== undefined) await beginGap(first);
        await rm(join(folder, 'series'), { force: true });
        for (const name of waiting) await writeFile(join(folder, name), '');
      }
      await sleep(5_000, undefined, { signal: stopping });
    }
  }

  // PostgreSQL asks three times within seconds, and then again after a minute only.
  void rm(join(folder, 'failed'), { force: true }).catch(() => {});
  // It fails while there is no data directory yet.
  const job = { name: 'The archive of the log', everyMilliseconds: 500, run: handOver };
  return repeatJob(job, createLog({ level: 'silent' })).stop;
}
