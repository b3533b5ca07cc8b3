import { createReadStream } from 'node:fs';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { openDatabase } from '#db/client.ts';
import { startEmbeddedPostgres } from '#db/embedded/start.ts';
import type { ImageKey } from '#domain/images/image.ts';
import type { ImageStore } from '#domain/images/image-services.ts';
import { withWorkFolder } from './archive-file.ts';
import { BackupError } from './archive-format.ts';
import { makeBackup } from './make-backup.ts';
import { severalAtOnce } from '#domain/core/several-at-once.ts';
import type { Config } from '../settings/config.ts';
import { createImageStore } from '../images/image-store.ts';
import { folders, openArchive, tar, type Archive, type ArchiveConfig } from './log-archive.ts';

/**
 * Makes a backup of the site as it was at a moment: everything that was acknowledged before it, nothing that came later.
 * @param options.at null: everything that the archive holds
 * @returns the moment of the last change that it holds
 * @throws BackupError when the archive does not reach the moment
 */
export async function restoreToTime(
  config: ArchiveConfig & Pick<Config, 'storage'>,
  { at, announce }: { at: Date | null; announce: (line: string) => void },
  restore: (file: string) => Promise<void>,
): Promise<Date> {
  const archive = openArchive(config, 'restored');
  return await withWorkFolder(archive.workFolder, async (scratch) => {
    const file = join(scratch, 'site.tar');
    const { server, last } = await startCopy(archive, at, announce);
    const client = openDatabase(server.connection, { timeZone: 'UTC', onIdleError: () => {} });
    try {
      const store = { read: (key: ImageKey) => readImage(createImageStore(config), archive, last, key) };
      await makeBackup(client.pool, { file, store, now: last });
      await restore(file);
      return last;
    } finally {
      await client.close();
      await server.stop();
    }
  });
}

/** Starts a copy of the database, which repeats its log up to the moment and is a database of its own from then on. */
async function startCopy(archive: Archive, at: Date | null, announce: (line: string) => void) {
  const bases = await archive.bases();
  const base = bases.find(({ finishedAt }) => at === null || finishedAt <= at);
  if (base === undefined) {
    const begin = bases.at(-1)?.finishedAt.toISOString() ?? 'no moment yet';
    throw new BackupError(
      `The point-in-time archive begins at ${begin}. For an earlier day restore a backup.`,
    );
  }
  const gap = at && (await archive.gaps()).find(({ from, to }) => from < at && at < to);
  if (gap) {
    throw new BackupError(
      `Nothing was archived from ${gap.from.toISOString()} to ${gap.to.toISOString()}. Choose a moment before or after, or restore a backup. Nothing was changed.`,
    );
  }
  const segments = (await archive.list(folders.log(base.series))).filter(
    (name) => /^[0-9A-F]{24}$/.test(name) && name >= base.segment,
  );
  announce(`Fetching the base of ${base.finishedAt.toISOString()} and ${segments.length} MB of the log.`);
  const dataDirectory = join(archive.workFolder, 'postgres');
  const file = join(archive.workFolder, 'base.tar');
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
  await archive.fetch(`${folders.bases}/${base.name}`, file);
  await tar('--extract', '--no-same-owner', '--file', file, '-C', dataDirectory);
  await rm(file);
  await severalAtOnce(segments, 4, (name) =>
    archive.fetch(`${folders.log(base.series)}/${name}`, join(dataDirectory, 'pg_wal', name)),
  );
  await writeFile(join(dataDirectory, 'recovery.signal'), '', { mode: 0o600 });
  announce('Repeating what was written since.');
  const settings = {
    // All of the log lies in pg_wal already.
    restore_command: 'false',
    recovery_target_timeline: 'current',
    // A standby that may be read counts as ready long before the end.
    hot_standby: 'off',
    recovery_target_action: 'promote',
    recovery_target_time: at?.toISOString().replace('Z', '+00') ?? '',
  };
  let last = base.finishedAt;
  const log = (line: string) => {
    const [, day, time] = /last completed transaction was at log time (\S+) (\S+)\+00/.exec(line) ?? [];
    if (time !== undefined) last = new Date(`${day}T${time}Z`);
  };
  try {
    const server = await startEmbeddedPostgres({ dataDir: archive.workFolder, announce, settings, log });
    return { server, last };
  } catch (error) {
    if (at === null || !/before configured recovery target/.test(String(error))) throw error;
    throw new BackupError(
      `The point-in-time archive does not reach ${at.toISOString()}: its last change is of ${last.toISOString()}. Nothing was changed; "--at latest" restores that state.`,
    );
  }
}

/** An image of the site, or from the archive where the site does not have it any more. */
async function readImage(store: ImageStore, archive: Archive, at: Date, key: ImageKey) {
  const image = await store.read(key);
  if (image) return image;
  for (const folder of [folders.images(at), folders.images(at, 1)]) {
    if (!(await archive.has(`${folder}/${key.name}`))) continue;
    const file = join(archive.workFolder, 'image');
    await archive.fetch(`${folder}/${key.name}`, file);
    return { stream: createReadStream(file), bytes: (await stat(file)).size };
  }
  return null;
}
