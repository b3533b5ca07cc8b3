import { createReadStream } from 'node:fs';
import { mkdir, open, opendir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

import type pg from 'pg';
import { pack, type Pack } from 'tar-stream';

import { errorCode } from '#db/database-error.ts';
import { withFilesToCopy } from '#db/write-ahead-log.ts';
import { checkSpace } from '../backup/make-backup.ts';
import { baseName, folders, segmentStart } from './names.ts';
import type { Series } from './series.ts';

/** What a copy of a running PostgreSQL must not or need not hold, by its manual ("Making a Base Backup"). */
const notCopied =
  /^(postmaster\.(pid|opts)|recovery\.signal|standby\.signal|backup_label(\.old)?)$|(^|\/)pgsql_tmp|(^|\/)pg_internal\.init/;
const emptied =
  /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/./;

/**
 * Copies all files of the running database into the archive.
 * @param options.archiveLog archives the log up to this position at least
 */
export async function takeBase(
  pool: pg.Pool,
  options: {
    series: Series;
    dataDirectory: string;
    workFolder: string;
    archiveLog: (until: bigint) => Promise<void>;
    now: () => Date;
  },
): Promise<void> {
  const { series, dataDirectory, workFolder, archiveLog, now } = options;
  await mkdir(workFolder, { recursive: true, mode: 0o700 });
  const file = join(workFolder, 'base.tar.gz');
  await rm(file, { force: true });
  await checkSpace(file, await databaseBytes(pool));
  const archive = pack();
  const target = await open(file, 'wx', 0o600);
  const written = pipeline(archive, createGzip({ level: 1 }), target.createWriteStream({ flush: true }));
  // A failure is reported by the call that waits for it.
  written.catch(() => {});
  try {
    const { copied, label, until } = await withFilesToCopy(pool, async (from) => {
      await addFolder(archive, dataDirectory, '', written);
      return from;
    });
    archive.entry({ name: 'backup_label', mode: 0o600 }, label);
    archive.finalize();
    await written;
    // Without the log of the time in which it was made a copy cannot be used.
    await archiveLog(until);
    const base = { from: segmentStart(copied), finishedAt: now() };
    await series.put(`${folders.bases}/${baseName(series, base)}`, file);
  } finally {
    archive.destroy();
    await written.catch(() => {});
    await rm(file, { force: true });
  }
}

async function addFolder(archive: Pack, root: string, folder: string, written: Promise<void>): Promise<void> {
  for await (const entry of await opendir(join(root, folder))) {
    const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (notCopied.test(name) || emptied.test(name)) continue;
    if (entry.isDirectory()) {
      archive.entry({ name: `${name}/`, type: 'directory', mode: 0o700 });
      await addFolder(archive, root, name, written);
    } else if (entry.isFile()) {
      await addFile(archive, root, name, written);
    }
  }
}

/** A file that changes, grows or goes meanwhile: the log repeats what happened to it. */
async function addFile(archive: Pack, root: string, name: string, written: Promise<void>): Promise<void> {
  const file = await open(join(root, name)).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  });
  if (file === null) return;
  try {
    const { size, mtime } = await file.stat();
    const entry = archive.entry({ name, size, mode: 0o600, mtime });
    await Promise.race([pipeline(contentOf(file.fd, size), entry), written]);
  } finally {
    await file.close();
  }
}

/** Exactly `bytes` bytes: zeros stand for what was cut off since. */
async function* contentOf(fd: number, bytes: number): AsyncGenerator<Buffer> {
  let left = bytes;
  if (left > 0) {
    const stream = createReadStream('', { fd, autoClose: false, start: 0, end: bytes - 1 });
    for await (const chunk of stream) {
      if (!Buffer.isBuffer(chunk)) continue;
      left -= chunk.length;
      yield chunk;
    }
  }
  for (; left > 0; left -= Math.min(left, zeros.length)) yield zeros.subarray(0, left);
}

const zeros = Buffer.alloc(65_536);

async function databaseBytes(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ bytes: string }>(
    'select pg_database_size(current_database())::text as bytes',
  );
  return Number(rows[0]?.bytes ?? 0);
}
