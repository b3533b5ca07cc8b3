import { createReadStream } from 'node:fs';
import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGzip, gunzip } from 'node:zlib';

import type pg from 'pg';

import { errorCode } from '#db/database-error.ts';
import { keepLog, readLogState, releaseLog, releaseLogBefore, type LogState } from '#db/write-ahead-log.ts';
import type { BackupPlace } from '../backup/backup-place.ts';
import {
  folders,
  parsePieceName,
  parseSeriesName,
  pieceName,
  segmentBytes,
  segmentName,
  segmentStart,
  type Piece,
} from './names.ts';
import { beginSeries, DamagedFile, openSeries, type Series } from './series.ts';

const unpack = promisify(gunzip);

export type LogArchiver = {
  /**
   * Stores what came to the log since the last call.
   * @returns the series that it belongs to
   */
  archive: (pool: pg.Pool, beforeLog: (series: Series) => Promise<void>) => Promise<Series>;
  /** Stops keeping the log: what was not archived is missing from then on, and the next call begins a new series. */
  giveUp: (pool: pg.Pool) => Promise<void>;
  /** Everything that was acknowledged before this moment is archived; null: not known yet. */
  through: () => Date | null;
  /** Up to where the log is archived. */
  position: () => bigint;
};

type Progress = {
  series: Series;
  timeline: number;
  position: bigint;
  /** The moment of the last complete run. */
  through: Date;
  /** Those of the segment in which `position` lies. */
  pieces: Piece[];
};

/**
 * Copies the write-ahead log of the embedded database piece by piece into the archive. A replication slot keeps what is
 * not archived yet; the files are read as a streaming standby gets them, up to what PostgreSQL has flushed. Calls must
 * not overlap.
 * @param options.dataDirectory of PostgreSQL
 */
export function createLogArchiver(options: {
  place: BackupPlace;
  dataDirectory: string;
  workFolder: string;
  passphrase: string | null;
  now: () => Date;
}): LogArchiver {
  const { place, dataDirectory, workFolder, passphrase, now } = options;
  let progress: Progress | null = null;

  async function archive(pool: pg.Pool, beforeLog: (series: Series) => Promise<void>): Promise<Series> {
    const at = now();
    const state = await readLogState(pool);
    if (progress === null || state.keptFrom === null || progress.timeline !== state.timeline) {
      progress = null;
      progress = (await resume(state)) ?? (await begin(pool));
    }
    await beforeLog(progress.series);
    while (progress.position < state.flushed) await archivePiece(pool, progress, state, at);
    progress.through = at;
    return progress.series;
  }

  async function archivePiece(pool: pg.Pool, to: Progress, state: LogState, at: Date): Promise<void> {
    const { flushed } = state;
    const start = segmentStart(to.position);
    const segmentEnd = start + BigInt(segmentBytes);
    const end = flushed < segmentEnd ? flushed : segmentEnd;
    const piece = {
      timeline: to.timeline,
      from: to.position,
      to: end,
      // Only the last piece of a run holds all that was acknowledged before.
      at: end === flushed ? at : to.through,
    };
    to.pieces.push(await store(to.series, piece));
    to.position = end;
    // The last piece stays on this disk too, for `resume` to compare with.
    await releaseLogBefore(pool, piece.from);
    if (end === segmentEnd) await joinPieces(to, { ...piece, from: start });
  }

  /** Replaces the pieces of a complete segment by one. */
  async function joinPieces(of: Progress, whole: Omit<Piece, 'name'>): Promise<void> {
    const { series, pieces } = of;
    of.pieces = [];
    if (pieces.length < 2) return;
    await store(series, whole);
    for (const { name } of pieces) await place.remove(`${folders.log(series.id)}/${name}`);
  }

  async function store(series: Series, piece: Omit<Piece, 'name'>): Promise<Piece> {
    await mkdir(workFolder, { recursive: true, mode: 0o700 });
    const name = pieceName(series, piece);
    const file = join(workFolder, 'log.gz');
    await rm(file, { force: true });
    const packed = await open(file, 'wx', 0o600);
    await pipeline(readLog(piece), createGzip(), packed.createWriteStream());
    await series.put(`${folders.log(series.id)}/${name}`, file);
    return { name, ...piece };
  }

  function readLog({ timeline, from, to }: Omit<Piece, 'name'>) {
    const offset = Number(from % BigInt(segmentBytes));
    const path = join(dataDirectory, 'pg_wal', segmentName(timeline, from));
    return createReadStream(path, { start: offset, end: offset + Number(to - from) - 1 });
  }

  /** Begins a series at what the server keeps from now on. */
  async function begin(pool: pg.Pool): Promise<Progress> {
    const series = await beginSeries(place, { passphrase, workFolder, now: now() });
    await keepLog(pool);
    const { keptFrom, timeline } = await readLogState(pool);
    if (keptFrom === null) throw new Error('The database does not keep its log.');
    return { series, timeline, position: segmentStart(keptFrom), through: now(), pieces: [] };
  }

  /**
   * Goes on with the newest series, if its end is a part of this database's log: otherwise the files of the database
   * were replaced by other ones.
   */
  async function resume(state: LogState): Promise<Progress | null> {
    if (state.keptFrom === null) return null;
    const ids = (await place.list(folders.series)).flatMap((name) => parseSeriesName(name) ?? []);
    const newest = ids.toSorted((a, b) => b.id.localeCompare(a.id, 'en'))[0];
    if (newest === undefined || newest.isEncrypted !== (passphrase !== null)) return null;
    const names = await place.list(folders.log(newest.id));
    const pieces = names.flatMap((name) => parsePieceName(name) ?? []);
    const last = pieces.reduce<Piece | null>((one, other) => (one && one.to >= other.to ? one : other), null);
    if (last === null || last.timeline !== state.timeline || last.to > state.flushed) return null;
    const series = await openSeries(place, newest, { passphrase, workFolder });
    if (series === null || !(await isOurs(series, last))) return null;
    const start = segmentStart(last.to);
    return {
      series,
      timeline: last.timeline,
      position: last.to,
      through: last.at,
      pieces: pieces.filter((piece) => piece.from >= start),
    };
  }

  async function isOurs(series: Series, piece: Piece): Promise<boolean> {
    const file = join(workFolder, 'compared.gz');
    await rm(file, { force: true });
    try {
      await series.fetch(`${folders.log(series.id)}/${piece.name}`, file);
      const archived = await unpack(await readFile(file), { maxOutputLength: segmentBytes });
      return archived.equals(await buffer(readLog(piece)));
    } catch (error) {
      const isUnlike = error instanceof DamagedFile || /^(ENOENT$|Z_|ERR_BUFFER)/.test(errorCode(error));
      if (isUnlike) return false;
      throw error;
    } finally {
      await rm(file, { force: true });
    }
  }

  return {
    archive,
    async giveUp(pool) {
      progress = null;
      await releaseLog(pool);
    },
    through: () => progress?.through ?? null,
    position: () => progress?.position ?? 0n,
  };
}
