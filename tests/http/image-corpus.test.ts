import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createOwner, type Client } from '#tests/client.ts';
import { photograph } from '#tests/image-files.ts';
import { peakDuring } from '#tests/process-memory.ts';
import { startProduct, type RunningProduct } from '#tests/product.ts';
import { startS3Server, type S3Server } from '#tests/s3-server.ts';
import { imageFiles, readUploads, upload as send, uploadsEnded, uploadsMissing } from '#tests/uploads.ts';

const megabytes = 1_000_000;

/** Refused by what they hold; the other valid ones are taken, and bombs that are small once they are opened. */
const refused: Record<string, readonly [status: number, message: RegExp]> = {
  'sharp-circle.svg': [415, /SVG/],
  'small-svg.svg': [415, /SVG/],
  'small-bmp.bmp': [415, /BMP/],
  'small-heif.heif': [415, /HEIC/],
  'small-html5.html': [415, /not an image/],
  'small-iso-html.html': [415, /not an image/],
  'small-ico.ico': [415, /ICO/],
  'small-jpeg2.jp2': [415, /JPEG 2000/],
  'small-jxl.jxl': [415, /JPEG XL/],
  'small-pdf.pdf': [415, /PDF/],
  'small-tiff.tif': [415, /TIFF/],
  // The smallest files that begin like one: there is no image in them.
  'small-gif.gif': [422, /damaged or cut off/],
  'small-webp.webp': [422, /damaged or cut off/],
  'small-png-truncated.png': [422, /damaged or cut off/],
  // Bombs.
  'fuzzdb-lottapixel.jpg': [422, /4128\.1 megapixels/],
  'pillow-decompression_bomb.gif': [422, /damaged or cut off/],
  'pillow-decompression_bomb.ico': [415, /ICO/],
  'sharp-65536-uint32-limit.png': [422, /4295\.0 megapixels/],
  'sharp-giant-image.jpg': [422, /280\.0 megapixels/],
};

describe.each(['disk', 's3'] as const)('collected files on %s', (kind) => {
  let product: RunningProduct;
  let admin: Client;
  let service: S3Server | null = null;
  const taken: string[] = [];

  beforeAll(async () => {
    if (kind === 's3') service = await startS3Server();
    product = await startProduct(service?.env);
    admin = await createOwner(product);
    // The process that decodes is there before anything is measured.
    await upload(await photograph(64, 64));
  });
  afterAll(async () => {
    await product.stop();
    await service?.stop();
  });

  async function upload(bytes: Uint8Array, options?: Parameters<typeof send>[2]) {
    const answer = await send(admin, bytes, options);
    if (answer.status === 201) taken.push(answer.body.src.split('/').at(-1) ?? '');
    return answer;
  }
  const get = async (path: string) => Buffer.from(await (await fetch(product.origin + path)).arrayBuffer());

  describe.skipIf(uploadsMissing !== null)(
    `of every kind${uploadsMissing === null ? '' : ` (skipped: ${uploadsMissing})`}`,
    () => {
      test('each valid image is taken, whatever it is called; everything else is refused in words', async () => {
        for (const { name, bytes } of readUploads('valid')) {
          const { status, body } = await upload(bytes, {
            query: '?name=photo.jpg',
            headers: { 'content-type': 'image/jpeg' },
          });
          const [expected, message] = refused[name] ?? [201, undefined];
          expect([status, body.message], name).toEqual([expected, message && expect.stringMatching(message)]);
        }
      });

      test('a bomb takes neither time nor memory, and the process lives', async () => {
        for (const { name, bytes } of readUploads('bombs')) {
          const began = performance.now();
          const { result, before, peak } = await peakDuring(product.pid, () => upload(bytes));
          const [expected, message] = refused[name] ?? [201, undefined];
          expect([result.status, result.body.message], name).toEqual([
            expected,
            message && expect.stringMatching(message),
          ]);
          expect(peak - before, name).toBeLessThan(200 * megabytes);
          // Two seconds by itself; this machine may be busy with other tests.
          expect(performance.now() - began, name).toBeLessThan(10_000);
        }
        expect((await fetch(`${product.origin}/healthz`)).status).toBe(200);
      });

      test('a stored image holds no metadata of its camera or its sender', async () => {
        for (const { name, bytes } of readUploads('metadata')) {
          const { status, body } = await upload(bytes);
          expect(status, name).toBe(201);
          const stored = await get(body.src);
          const { exif, xmp, iptc, comments } = await sharp(stored).metadata();
          expect({ exif, xmp, iptc, comments }, name).toEqual({});
          expect(stored.toString('latin1'), name).not.toMatch(/script|alert|onerror|GPS|tEXt|iTXt|zTXt/i);
        }
      });

      test('all fourteen orientations look upright', async () => {
        const thumbnails = await Promise.all(
          readUploads('orientation').map(async ({ name, bytes }) => {
            const { body } = await upload(bytes);
            const pixels = await sharp(await get(body.src))
              .resize(16, 16, { fit: 'fill' })
              .removeAlpha()
              .raw()
              .toBuffer();
            return { name, pixels };
          }),
        );
        const [first] = thumbnails;
        expect(thumbnails).toHaveLength(14);
        for (const { name, pixels } of thumbnails) {
          const difference =
            pixels.reduce((sum, value, at) => sum + Math.abs(value - (first?.pixels[at] ?? 0)), 0) /
            pixels.length;
          expect(difference, name).toBeLessThan(6);
        }
      });
    },
  );

  test('of all that came there is a file and a row for each that was taken, and nothing else', async () => {
    await uploadsEnded(product);
    const rows = await product.database.db.selectFrom('images').select(['name', 'state']).execute();
    const files = await imageFiles(product);
    expect(rows.map(({ name, state }) => [name, state]).toSorted()).toEqual(
      taken.map((name) => [name, 'stored']).toSorted(),
    );
    expect([...files, ...((await service?.objects()) ?? [])].toSorted()).toEqual(taken.toSorted());
  });
});
