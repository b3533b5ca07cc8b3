import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createOwner, type Client } from '#tests/client.ts';
import { photograph } from '#tests/image-files.ts';
import { polyglots } from '#tests/polyglots.ts';
import { startProduct, type RunningProduct } from '#tests/product.ts';
import { openUpload, imageFiles, statusOf, upload as send, uploadsEnded } from '#tests/uploads.ts';

const mostBytes = 15 * 1024 * 1024;

let product: RunningProduct;
let admin: Client;

beforeAll(async () => {
  product = await startProduct();
  admin = await createOwner(product);
});
afterAll(() => product.stop());

const upload = (bytes: Uint8Array, options?: Parameters<typeof send>[2]) => send(admin, bytes, options);

describe('two things in one file', () => {
  test.each(polyglots)('%s comes out as an image only', async (_, make) => {
    const bytes = await make();
    expect(bytes.includes('polyglot')).toBe(true);
    const { status, body } = await upload(bytes);
    expect([status, body.message]).toEqual([201, undefined]);
    const answer = await fetch(product.origin + body.src);
    const stored = Buffer.from(await answer.arrayBuffer());
    expect(await sharp(stored).metadata()).toMatchObject({ width: body.width, height: body.height });
    expect(stored.includes('polyglot')).toBe(false);
    expect(stored.includes('<script')).toBe(false);
  });

  test('a page that begins like an image is damaged, not served', async () => {
    for (const start of ['GIF89a', '\x89PNG\r\n\x1a\n', '\xff\xd8\xff\xe0', 'RIFF\0\0\0\0WEBPVP8 ']) {
      const page = Buffer.from(`${start}<html><script>alert(1)</script></html>`, 'latin1');
      expect(await upload(page)).toMatchObject({
        status: 422,
        body: { message: expect.stringMatching(/damaged/) },
      });
    }
  });
});

describe('the limits', () => {
  test('15 MB to the byte', async () => {
    const image = await photograph(64, 64);
    const exact = Buffer.concat([image, Buffer.alloc(mostBytes - image.byteLength)]);
    expect((await upload(exact)).status).toBe(201);
    const over = await upload(Buffer.concat([exact, Buffer.alloc(1)]));
    expect(over).toMatchObject({ status: 413, body: { message: expect.stringContaining('15 MB') } });
  });

  test('a larger one is refused before it is sent, and one that says nothing while it is', async () => {
    await uploadsEnded(product);
    const before = await imageFiles(product);
    const announced = openUpload(product, admin, { 'content-length': String(mostBytes + 1) });
    announced.write(Buffer.alloc(10));
    expect(await statusOf(announced)).toBe(413);

    const silent = openUpload(product, admin, { 'transfer-encoding': 'chunked' });
    const chunk = Buffer.concat([await photograph(64, 64), Buffer.alloc(1_000_000)]);
    for (let sent = 0; sent <= mostBytes; sent += chunk.byteLength) silent.write(chunk);
    silent.end();
    expect(await statusOf(silent)).toBe(413);
    await uploadsEnded(product);
    expect(await imageFiles(product)).toEqual(before);
  });

  test('50 megapixels to the pixel', async () => {
    expect((await upload(await flat(10_000, 5_000))).status).toBe(201);
    // 3,561 × 14,041 = 50,000,001
    expect(await upload(await flat(3561, 14_041))).toMatchObject({
      status: 422,
      body: { message: 'This image has 50.1 megapixels; 50 are the most that can be uploaded.' },
    });
  }, 60_000);

  test('cut off in the middle is damaged', async () => {
    for (const format of ['jpeg', 'png', 'webp', 'avif'] as const) {
      const bytes = await photograph(300, 200, format);
      const { status, body } = await upload(bytes.subarray(0, bytes.byteLength / 2));
      expect([status, body.message], format).toEqual([422, expect.stringMatching(/damaged/)]);
    }
  });
});

function flat(width: number, height: number): Promise<Buffer> {
  const create = { width, height, channels: 3 as const, background: '#345' };
  return sharp({ create, limitInputPixels: false }).png().toBuffer();
}
