import { crc32, deflateSync } from 'node:zlib';

import sharp from 'sharp';

import { photograph } from './image-files.ts';

const script = Buffer.from(
  '<script>alert("polyglot")</script><?php echo "polyglot"; ?>PK\u0003\u0004polyglot',
);

/** Files that are an image and something else at the same time; each has the word `polyglot` in it. */
export const polyglots: readonly (readonly [name: string, make: () => Promise<Buffer>])[] = [
  ['a GIF that is a script as well', gifWithScript],
  ['a PNG with a page behind it', async () => Buffer.concat([await photograph(40, 40, 'png'), script])],
  ['a JPEG with an archive behind it', async () => Buffer.concat([await photograph(40, 40), script])],
  ['a JPEG with a program in its comment', async () => jpegWithComment(await photograph(40, 40), script)],
  ['a WebP with a page behind it', async () => Buffer.concat([await photograph(40, 40, 'webp'), script])],
  ['a PNG whose pixels spell a program', async () => pngOfBytes(script)],
];

/** `GIF89a/*` … `*\/=1;alert("polyglot")`: the width of the image, 0x2a2f, opens a comment that its end closes. */
async function gifWithScript(): Promise<Buffer> {
  const create = { width: 0x2a2f, height: 2, channels: 3 as const, background: '#246' };
  const gif = await sharp({ create }).gif().toBuffer();
  return Buffer.concat([gif, Buffer.from('*/=1;alert("polyglot")')]);
}

function jpegWithComment(jpeg: Buffer, text: Buffer): Buffer {
  const comment = Buffer.alloc(4);
  comment.writeUInt16BE(0xfffe, 0);
  comment.writeUInt16BE(text.byteLength + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), comment, text, jpeg.subarray(2)]);
}

/** A PNG stored without compression, so that its pixels are readable as text in the file. */
function pngOfBytes(text: Buffer): Buffer {
  const width = Math.ceil(text.byteLength / 3);
  const row = Buffer.concat([Buffer.from([0]), text, Buffer.alloc(width * 3 - text.byteLength)]);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(1, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunkOf('IHDR', header),
    chunkOf('IDAT', deflateSync(row, { level: 0 })),
    chunkOf('IEND', Buffer.alloc(0)),
  ]);
}

function chunkOf(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(4);
  frame.writeUInt32BE(data.byteLength);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([frame, body, sum]);
}
