import { crc32 } from 'node:zlib';

import sharp from 'sharp';

import { seededRandom } from '../scripts/seed/random.ts';

/** The smallest image there is, as GIF. */
export const onePixel = new Uint8Array(
  Buffer.from('R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=', 'base64'),
);

/** An image that compresses like a photograph: soft shapes with some grain. The same seed gives the same bytes. */
export async function photograph(
  width: number,
  height: number,
  format: 'jpeg' | 'png' | 'webp' | 'avif' | 'gif' = 'jpeg',
  seed = 1,
): Promise<Buffer> {
  const cells = Buffer.alloc(12 * 9 * 3);
  const random = seededRandom(seed);
  for (let index = 0; index < cells.length; index += 1) cells[index] = random() * 256;
  const grainSize = Math.min(256, width, height);
  const grain = Buffer.alloc(grainSize * grainSize);
  for (let index = 0; index < grain.length; index += 1) grain[index] = 118 + random() * 20;
  const tile = await sharp(grain, { raw: { width: grainSize, height: grainSize, channels: 1 } })
    .png()
    .toBuffer();
  const soft = await sharp(cells, { raw: { width: 12, height: 9, channels: 3 } })
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer();
  return sharp(soft, { raw: { width, height, channels: 3 }, limitInputPixels: false })
    .composite([{ input: tile, tile: true, blend: 'soft-light' }])
    .removeAlpha()
    .toFormat(format, { quality: 92 })
    .toBuffer();
}

/** An animation of flat squares. */
export async function animation(format: 'gif' | 'webp', frames: number, size = 64): Promise<Buffer> {
  const height = size * frames;
  const pixels = Buffer.alloc(size * height * 3);
  for (let index = 0; index < pixels.length; index += 3) {
    const frame = Math.floor(index / 3 / size / size);
    pixels[index] = (frame * 53) % 256;
    pixels[index + 1] = 200 - ((frame * 31) % 200);
    pixels[index + 2] = 90;
  }
  return sharp(pixels, { raw: { width: size, height, channels: 3, pageHeight: size } })
    .toFormat(format, { delay: Array.from({ length: frames }, () => 80), loop: 0 })
    .toBuffer();
}

const text = (latin1: string) => Buffer.from(latin1, 'latin1');

/** A PNG of a few bytes whose header says that it has this size. */
export async function pngOfSize(width: number, height: number): Promise<Buffer> {
  const bytes = await photograph(8, 8, 'png');
  // After the signature: the length and name of the header, then width and height.
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
  return bytes;
}

/** A JPEG of a few bytes whose header says that it is 64,000 pixels wide and high. */
export async function hugeJpeg(): Promise<Buffer> {
  const bytes = await photograph(8, 8, 'jpeg');
  const frame = bytes.indexOf(text('\xff\xc0'));
  bytes.writeUInt16BE(64_000, frame + 5);
  bytes.writeUInt16BE(64_000, frame + 7);
  return bytes;
}

/** An image with a script and a place in its metadata: EXIF with GPS, XMP, and a comment of its format. */
export async function withMetadata(format: 'jpeg' | 'png' | 'webp'): Promise<Buffer> {
  const script = '<script>alert(1)</script>';
  const bytes = await sharp(await photograph(64, 48, 'png'))
    .withExif({
      IFD0: { Artist: script, ImageDescription: '"><img src=x onerror=alert(1)>' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 30/1 0/1' },
    })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${script}</x:xmpmeta>`)
    .toFormat(format)
    .toBuffer();
  if (format === 'webp') return bytes;
  const note = text(script);
  if (format === 'jpeg') {
    const head = Buffer.from([0xff, 0xfe, 0, note.byteLength + 2]);
    return Buffer.concat([bytes.subarray(0, 2), head, note, bytes.subarray(2)]);
  }
  const chunk = Buffer.concat([text('tEXtComment\0'), note]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(chunk.byteLength - 4);
  sum.writeUInt32BE(crc32(chunk));
  // After the signature and the header.
  return Buffer.concat([bytes.subarray(0, 33), length, chunk, sum, bytes.subarray(33)]);
}

/** The same image eight times, its pixels turned so that each EXIF orientation from 1 to 8 shows it upright. */
export async function inEveryOrientation(): Promise<Buffer[]> {
  const upright = sharp(await photograph(64, 48, 'png', 3));
  const turned = (degrees: number) => upright.clone().rotate(degrees).png().toBuffer();
  const stored = [
    upright,
    upright.clone().flop(),
    sharp(await turned(180)),
    upright.clone().flip(),
    sharp(await turned(90)).flop(),
    sharp(await turned(270)),
    sharp(await turned(90)).flip(),
    sharp(await turned(90)),
  ];
  return Promise.all(
    stored.map((image, index) =>
      image
        .withMetadata({ orientation: index + 1 })
        .jpeg({ quality: 95 })
        .toBuffer(),
    ),
  );
}
