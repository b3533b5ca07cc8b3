import type { ImageType } from './image-limits.ts';

/**
 * True if a file is laid out as the image processor writes images: the parts that its pixels need, and nothing between,
 * beside or after them. Pure.
 */
export function isOwnEncoding(file: Buffer, type: ImageType): boolean {
  try {
    return checks[type](file);
  } catch (error) {
    // A length that leads past the end.
    if (error instanceof RangeError) return false;
    throw error;
  }
}

const checks: Record<ImageType, (file: Buffer) => boolean> = {
  jpg: isBareJpeg,
  png: (file) => isMadeOf(file, 8, /^(?:IHDR|PLTE|tRNS|pHYs|IDAT|IEND)$/, pngChunk),
  webp: (file) =>
    file.readUInt32LE(4) + 8 === file.length &&
    isMadeOf(file, 12, /^(?:VP8 |VP8L|VP8X|ALPH|ANIM|ANMF)$/, riffChunk),
  gif: isBareGif,
  avif: isBareAvif,
};

type Part = { name: string; end: number };

function isMadeOf(file: Buffer, start: number, names: RegExp, partAt: (file: Buffer, at: number) => Part) {
  let at = start;
  while (at < file.length) {
    const { name, end } = partAt(file, at);
    if (!names.test(name) || end <= at) return false;
    if (name === 'IEND') return end === file.length;
    at = end;
  }
  return at === file.length;
}

function nameAt(file: Buffer, at: number): string {
  return file.toString('latin1', at, at + 4);
}

function pngChunk(file: Buffer, at: number): Part {
  return { name: nameAt(file, at + 4), end: at + 12 + file.readUInt32BE(at) };
}

function riffChunk(file: Buffer, at: number): Part {
  const length = file.readUInt32LE(at + 4);
  return { name: nameAt(file, at), end: at + 8 + length + (length % 2) };
}

function box(file: Buffer, at: number): Part {
  return { name: nameAt(file, at + 4), end: at + file.readUInt32BE(at) };
}

function isBareAvif(file: Buffer): boolean {
  const { end: start } = box(file, 0);
  const meta = box(file, start);
  const data = box(file, meta.end);
  const items = file.toString('latin1', start, meta.end);
  const isWhole = meta.name === 'meta' && data.name === 'mdat' && data.end === file.length;
  return isWhole && !/Exif|mime|uri |prof/.test(items);
}

/** Markers of tables, frames, scans and the restart interval. */
const jpegMarkers = new Set([0xdb, 0xc0, 0xc2, 0xc4, 0xdd, 0xda]);

function isBareJpeg(file: Buffer): boolean {
  let at = 2;
  while (file.readUInt8(at) === 0xff) {
    const marker = file.readUInt8(at + 1);
    if (marker === 0xd9) return at + 2 === file.length;
    const length = file.readUInt16BE(at + 2);
    // A plain JFIF header has no room for a thumbnail.
    const isHeader = marker === 0xe0 && at === 2 && length === 16;
    if (!isHeader && !jpegMarkers.has(marker)) return false;
    at += 2 + length;
    if (marker === 0xda) at = endOfScan(file, at);
  }
  return false;
}

/** The place of the first marker after the pixels of a scan; in them FF is followed by 00 or by a restart. */
function endOfScan(file: Buffer, start: number): number {
  for (let at = file.indexOf(0xff, start); at !== -1; at = file.indexOf(0xff, at + 2)) {
    const next = file.readUInt8(at + 1);
    if (next !== 0 && (next < 0xd0 || next > 0xd7)) return at;
  }
  return file.length;
}

function isBareGif(file: Buffer): boolean {
  let at = 13 + colorsAfter(file.readUInt8(10));
  for (;;) {
    const block = file.readUInt8(at);
    if (block === 0x3b) return at + 1 === file.length;
    const label = file.readUInt8(at + 1);
    if (block === 0x2c) at = endOfBlocks(file, at + 11 + colorsAfter(file.readUInt8(at + 9)));
    else if (block === 0x21 && (label === 0xf9 || file.toString('latin1', at + 3, at + 14) === 'NETSCAPE2.0'))
      at = endOfBlocks(file, at + 2);
    else return false;
  }
}

/** The bytes of a table of colors, from the flags before it. */
function colorsAfter(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);
}

function endOfBlocks(file: Buffer, start: number): number {
  let at = start;
  while (file.readUInt8(at) !== 0) at += 1 + file.readUInt8(at);
  return at + 1;
}
