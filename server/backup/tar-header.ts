import { BackupError } from './archive-format.ts';

/** Everything in a tar file begins at a multiple of this. */
export const blockBytes = 512;

/** Bytes with what fills the last block. */
export function padded(bytes: number): number {
  return Math.ceil(bytes / blockBytes) * blockBytes;
}

/** The block before a file in an archive (POSIX ustar); a size beyond 8 GiB is written as GNU tar does. */
export function tarHeader(name: string, bytes: number, modified: Date, mode = 0o600): Buffer {
  if (Buffer.byteLength(name) > 100) throw new BackupError(`${name} is too long for an archive.`);
  const header = Buffer.alloc(blockBytes);
  header.write(name, 0);
  header.write(`${octal(mode, 7)}\0` + '0000000\0'.repeat(2), 100);
  if (bytes < 8 ** 11) {
    header.write(octal(bytes, 11), 124);
  } else {
    header.writeUInt8(0x80, 124);
    header.writeBigUInt64BE(BigInt(bytes), 128);
  }
  header.write(octal(Math.floor(modified.getTime() / 1_000), 11), 136);
  header.write('0', 156);
  header.write('ustar\x0000', 257);
  header.write(`${octal(checksum(header), 6)}\0 `, 148);
  return header;
}

/** @returns null for a block that is no header, or a changed one */
export function parseTarHeader(header: Buffer): { name: string; bytes: number } | null {
  if (header.length < blockBytes) return null;
  const text = (from: number, to: number) => header.toString('utf8', from, to).split('\0', 1)[0] ?? '';
  const [, sum = ''] = /^([0-7]{6})(?:\0 | \0)$/.exec(header.toString('latin1', 148, 156)) ?? [];
  if (Number.parseInt(sum, 8) !== checksum(header)) return null;
  const isLarge = header.readUInt8(124) === 0x80;
  const bytes = isLarge ? Number(header.readBigUInt64BE(128)) : Number.parseInt(text(124, 136), 8);
  return { name: text(0, 100), bytes };
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, '0');
}

/** The sum of all bytes, with spaces where it stands itself. */
function checksum(header: Buffer): number {
  return header.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 32 : byte), 0);
}
