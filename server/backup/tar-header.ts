/** Headers of the tar format (POSIX ustar), so that every system can look into an archive. */
export const blockBytes = 512;

/** What eleven octal digits can say. */
const mostBytes = 8 ** 11 - 1;
const longestName = 100;

/**
 * @throws RangeError when a name or a size has no place in a header
 */
export function tarHeader(name: string, bytes: number, modifiedAt: Date): Buffer {
  if (Buffer.byteLength(name) > longestName) throw new RangeError(`${name} is too long for the archive.`);
  if (bytes > mostBytes) throw new RangeError(`${name} is larger than 8 GB, too large for the archive.`);
  const header = Buffer.alloc(blockBytes);
  header.write(name, 0);
  header.write('0000600\0', 100);
  header.write('0000000\0', 108);
  header.write('0000000\0', 116);
  header.write(`${octal(bytes)}\0`, 124);
  header.write(`${octal(Math.floor(modifiedAt.getTime() / 1000))}\0`, 136);
  header.write('0', 156);
  header.write('ustar\0', 257);
  header.write('00', 263);
  header.write(`${checksumOf(header).toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

/** A header's name and size; null when these bytes are no header of ours. */
export function readTarHeader(header: Buffer): { name: string; bytes: number } | null {
  if (header.length < blockBytes || header.toString('latin1', 257, 262) !== 'ustar') return null;
  const told = Number.parseInt(header.toString('latin1', 148, 154), 8);
  if (told !== checksumOf(header)) return null;
  const name = header.toString('utf8', 0, longestName).replace(/\0.*$/s, '');
  const bytes = Number.parseInt(header.toString('latin1', 124, 135), 8);
  return name === '' || !Number.isSafeInteger(bytes) ? null : { name, bytes };
}

/** How many zeros fill the last block. */
export function paddingOf(bytes: number): number {
  return (blockBytes - (bytes % blockBytes)) % blockBytes;
}

function octal(value: number): string {
  return value.toString(8).padStart(11, '0');
}

/** The sum of all bytes, with spaces in the place of the sum itself. */
function checksumOf(header: Buffer): number {
  let sum = 8 * 0x20;
  for (const [at, byte] of header.entries()) if (at < 148 || at >= 156) sum += byte;
  return sum;
}
