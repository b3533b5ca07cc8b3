import { imageAddress, imageFolders, imageKeyOf, type ImageKey } from '#domain/images/image.ts';

/**
 * Names in the place of `BACKUP_TO`. A series is an unbroken run of the write-ahead log, with the bases and images that
 * belong to it; its id is the moment at which it began. Encrypted files end in `.age`.
 */
export const folders = {
  /** One file for each series; where the series is encrypted it holds the key, encrypted with the passphrase. */
  series: 'point-in-time/series',
  bases: 'point-in-time/bases',
  log: (series: string) => `point-in-time/${series}/log`,
  images: (series: string, folder: ImageKey['folder']) => `point-in-time/${series}/${folder}`,
  /** Empty files that say since when the site does not have an image any more. */
  removed: (series: string) => `point-in-time/${series}/removed`,
} as const;

export type SeriesId = { id: string; isEncrypted: boolean };

/** All files of the database at one moment; a restore needs the log from `from` on too. */
export type Base = SeriesId & { name: string; from: bigint; finishedAt: Date };

/**
 * A piece of the log, from `from` up to but not including `to`; never across the end of a segment. The pieces up to this
 * one hold everything that was acknowledged before `at`.
 */
export type Piece = { name: string; timeline: number; from: bigint; to: bigint; at: Date };

/** `20261122T101500123Z` */
export function compactTime(instant: Date): string {
  return instant.toISOString().replaceAll(/[-:.]/g, '');
}

function parseTime(text: string): Date {
  return new Date(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z$/, '$1-$2-$3T$4:$5:$6.$7Z'));
}

const time = String.raw`\d{8}T\d{9}Z`;
const position = '[0-9a-f]{16}';
const hex = (value: bigint) => value.toString(16).padStart(16, '0');
const ending = (isEncrypted: boolean) => (isEncrypted ? '.age' : '');

export function seriesName({ id, isEncrypted }: SeriesId): string {
  return `${id}${ending(isEncrypted)}`;
}

/** @returns null for the name of another file, as the other functions here do */
export function parseSeriesName(name: string): SeriesId | null {
  const [, id, age] = new RegExp(`^(${time})(\\.age)?$`).exec(name) ?? [];
  return id === undefined ? null : { id, isEncrypted: age !== undefined };
}

export function baseName(series: SeriesId, base: Pick<Base, 'from' | 'finishedAt'>): string {
  return `${compactTime(base.finishedAt)}-${hex(base.from)}-${series.id}.tar.gz${ending(series.isEncrypted)}`;
}

export function parseBaseName(name: string): Base | null {
  const pattern = new RegExp(`^(${time})-(${position})-(${time})\\.tar\\.gz(\\.age)?$`);
  const [, finishedAt, from, id, age] = pattern.exec(name) ?? [];
  if (finishedAt === undefined || from === undefined || id === undefined) return null;
  return {
    name,
    id,
    isEncrypted: age !== undefined,
    from: BigInt(`0x${from}`),
    finishedAt: parseTime(finishedAt),
  };
}

export function pieceName(
  { isEncrypted }: Pick<SeriesId, 'isEncrypted'>,
  { timeline, from, to, at }: Omit<Piece, 'name'>,
): string {
  const line = timeline.toString(16).padStart(8, '0');
  return `${line}-${hex(from)}-${hex(to)}-${compactTime(at)}.gz${ending(isEncrypted)}`;
}

export function parsePieceName(name: string): Piece | null {
  const pattern = new RegExp(`^([0-9a-f]{8})-(${position})-(${position})-(${time})\\.gz(?:\\.age)?$`);
  const [, timeline, from, to, at] = pattern.exec(name) ?? [];
  if (timeline === undefined || from === undefined || to === undefined || at === undefined) return null;
  return {
    name,
    timeline: Number.parseInt(timeline, 16),
    from: BigInt(`0x${from}`),
    to: BigInt(`0x${to}`),
    at: parseTime(at),
  };
}

/** The file of an image within its folder. */
export function imageFileName(series: Pick<SeriesId, 'isEncrypted'>, { name }: ImageKey): string {
  return `${name}${ending(series.isEncrypted)}`;
}

export function parseImageFileName(folder: ImageKey['folder'], name: string): ImageKey | null {
  return imageKeyOf(imageAddress({ folder, name: name.replace(/\.age$/, '') }));
}

/** @param day `2026-11-22`, on which the image was first missed */
export function removedName(day: string, { folder, name }: ImageKey): string {
  return `${day}_${folder}_${name}`;
}

export function parseRemovedName(text: string): { name: string; day: string; key: ImageKey } | null {
  const [, day, folder, image] = /^(\d{4}-\d\d-\d\d)_([a-z-]+)_([^_/]+)$/.exec(text) ?? [];
  const known = imageFolders.find((one) => one === folder);
  const key = known && image !== undefined ? parseImageFileName(known, image) : null;
  return day === undefined || key === null ? null : { name: text, day, key };
}

/** PostgreSQL keeps its log in files of so many bytes, unless its initdb was told otherwise; ours is not. */
export const segmentBytes = 16_777_216;

/** Where the segment begins that holds a position. */
export function segmentStart(at: bigint): bigint {
  return at - (at % BigInt(segmentBytes));
}

/** The name that PostgreSQL gives to the file that holds a position of the log. */
export function segmentName(timeline: number, at: bigint): string {
  const segment = at / BigInt(segmentBytes);
  const perFile = 0x1_0000_0000n / BigInt(segmentBytes);
  return [BigInt(timeline), segment / perFile, segment % perFile]
    .map((part) => part.toString(16).toUpperCase().padStart(8, '0'))
    .join('');
}
