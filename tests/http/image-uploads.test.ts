import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import sharp from 'sharp';
import { describe, expect, test } from 'vitest';

import { createOwner } from '#tests/client.ts';
import { hugeJpeg, pngOfSize, inEveryOrientation, photograph, withMetadata } from '#tests/image-files.ts';
import { isLong } from '#tests/long.ts';
import { polyglots } from '#tests/polyglots.ts';
import { peakDuring } from '#tests/process-memory.ts';
import { leftOutFor } from '#tests/programs.ts';
import { startProduct, useProduct } from '#tests/product.ts';
import { addPerson, ownerSettings, signIn, useOwner } from '#tests/people.ts';
import {
  openUpload,
  imageFiles,
  readUploads,
  statusOf,
  upload as send,
  uploadsEnded,
  uploadsMissing,
} from '#tests/uploads.ts';

const maxBytes = 15 * 1024 * 1024;
/** The machine may be busy. */
const soon = { timeout: 20_000 };

const product = useProduct(ownerSettings);
const admin = useOwner(product);

const upload = (bytes: Uint8Array, options?: Parameters<typeof send>[2]) => send(admin, bytes, options);

/** Uploads of one person that are read at once; further ones wait for their turn. */
const ofOnePerson = 2;

/** Every file and row that uploads have left anywhere. */
async function leftovers(): Promise<{ files: string[]; rows: number }> {
  const rows = await product.database.db.selectFrom('images').select('id').execute();
  return { files: await imageFiles(product), rows: rows.length };
}

async function settled(): ReturnType<typeof leftovers> {
  await uploadsEnded(product);
  return leftovers();
}

describe('nothing is left behind', () => {
  test('by a client that leaves half-way', async () => {
    const before = await settled();
    const bytes = await photograph(1000, 1000);
    const half = bytes.subarray(0, bytes.byteLength / 2);
    const clients = Array.from({ length: 5 }, () =>
      openUpload(product, admin, { 'content-length': String(bytes.byteLength) }),
    );
    for (const client of clients) client.write(half);
    const begun = async () => (await imageFiles(product)).length - before.files.length;
    await expect.poll(begun, soon).toBe(ofOnePerson);
    for (const client of clients) client.destroy();
    await expect.poll(leftovers, soon).toEqual(before);
  });

  test('by a store that cannot be written', async () => {
    await upload(await photograph(64, 64));
    const before = await settled();
    const storage = join(product.dataDir, 'storage');
    await rename(storage, `${storage}.away`);
    await writeFile(storage, 'not a folder');
    try {
      expect(await upload(await photograph(64, 64))).toMatchObject({
        status: 503,
        body: { message: expect.stringContaining('image store cannot be reached') },
      });
      expect((await fetch(`${product.origin}/readyz`)).status).toBe(503);
      expect((await fetch(`${product.origin}/blog`)).status).toBe(200);
    } finally {
      await rm(storage);
      await rename(`${storage}.away`, storage);
    }
    expect(await settled()).toEqual(before);
    expect((await upload(await photograph(64, 64))).status).toBe(201);
  });
});

test('eight images at once are all taken, in bounded memory', async () => {
  const images = Array.from<Buffer>({ length: 8 }).fill(await photograph(3000, 2000));
  const { result, before, peak } = await peakDuring(product.pid, () =>
    Promise.all(images.map((bytes) => upload(bytes))),
  );
  expect(result.map(({ status }) => status)).toEqual(images.map(() => 201));
  expect(peak - before).toBeLessThan(250_000_000);
});

test('64 held uploads of one person leave the images of others their room', async () => {
  const other = (await signIn(product, await addPerson(product, 'other'))).client;
  const before = await settled();
  const held = Array.from({ length: 64 }, () => openUpload(product, admin, { 'content-length': '100000' }));
  const answers: number[] = [];
  for (const client of held)
    statusOf(client).then(
      (status) => answers.push(status),
      () => {},
    );
  for (const client of held) client.write(Buffer.alloc(100));
  await expect
    .poll(async () => (await imageFiles(product)).length - before.files.length, soon)
    .toBe(ofOnePerson);
  expect((await send(other, await photograph(64, 64))).status).toBe(201);
  await expect.poll(() => answers, soon).toEqual(Array.from({ length: 52 }, () => 503));
  for (const client of held) client.destroy();
});

const smallDisk = mountSmallDisk();

const disk = leftOutFor(smallDisk === null ? 'root, to mount a disk' : '');

test.skipIf(disk.isMissing)(`a full disk is said, nothing left, images shown${disk.note}`, async () => {
  const dataDir = smallDisk ?? '';
  const tight = await startProduct({ DATA_DIR: dataDir });
  try {
    const client = await createOwner(tight);
    const { body } = await send(client, await photograph(400, 300));
    const filesNow = () => readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).toSorted();
    await uploadsEnded({ dataDir });
    const before = filesNow();
    const noise = { width: 900, height: 900, channels: 3 as const };
    const large = await sharp(randomBytes(900 * 900 * 3), { raw: noise })
      .png()
      .toBuffer();
    expect(await send(client, large)).toMatchObject({
      status: 507,
      body: { message: 'There is no room left for images on the server. Nothing was stored.' },
    });
    await expect.poll(filesNow, soon).toEqual(before);

    const filler = join(dataDir, 'filler');
    spawnSync('fallocate', ['-l', String(statfsSync(dataDir).bavail * 4096), filler]);
    const shown = await fetch(`${tight.origin}${body.src}?w=320`, { headers: { accept: 'image/avif' } });
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect(shown.headers.get('cache-control')).toBe('public, max-age=60');
    await shown.arrayBuffer();
    rmSync(filler);
    const again = await fetch(`${tight.origin}${body.src}?w=320`, { headers: { accept: 'image/avif' } });
    expect(again.headers.get('content-type')).toBe('image/avif');
    await again.arrayBuffer();
    expect((await send(client, await photograph(64, 64))).status).toBe(201);
  } finally {
    await tight.stop();
    spawnSync('umount', [dataDir]);
    rmSync(dataDir, { recursive: true, force: true });
  }
});

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

describe('a file of each kind', () => {
  test.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)(
    'a %s is stored, whatever its name and its declared type',
    async (format) => {
      const { status, body } = await upload(await photograph(64, 48, format), {
        query: '?name=notes.txt',
        headers: { 'content-type': 'text/html' },
      });
      expect([status, body.message, body.width, body.height]).toEqual([201, undefined, 64, 48]);
    },
  );

  test.each([
    ['PNG', () => pngOfSize(65_535, 65_535), /4294\.9 megapixels/],
    ['JPEG', hugeJpeg, /4096\.0 megapixels/],
  ])('a %s of thousands of megapixels by its header is not decoded', async (_, make, message) => {
    const bytes = await make();
    const { result, before, peak } = await peakDuring(product.pid, () => upload(bytes));
    expect([result.status, result.body.message]).toEqual([422, expect.stringMatching(message)]);
    expect(peak - before).toBeLessThan(200_000_000);
  });

  test.each(['jpeg', 'png', 'webp'] as const)('the metadata of a %s is not stored', async (format) => {
    const bytes = await withMetadata(format);
    const sent = await sharp(bytes).metadata();
    expect(sent.exif && sent.xmp).toBeInstanceOf(Buffer);
    expect(bytes.toString('latin1')).toContain('<script>');
    const { status, body } = await upload(bytes);
    expect([status, body.message]).toEqual([201, undefined]);
    const stored = Buffer.from(await (await fetch(product.origin + body.src)).arrayBuffer());
    const { exif, xmp, iptc, comments } = await sharp(stored).metadata();
    expect({ exif, xmp, iptc, comments }).toEqual({});
    expect(stored.toString('latin1')).not.toMatch(/script|alert|onerror|GPS|tEXt|iTXt|zTXt/i);
  });

  test('a JPEG of each EXIF orientation is stored upright', async () => {
    const shown: Buffer[] = [];
    for (const bytes of await inEveryOrientation()) {
      const { body } = await upload(bytes);
      expect([body.width, body.height]).toEqual([64, 48]);
      shown.push(await pixelsOf(body.src));
    }
    expect(shown).toHaveLength(8);
    for (const pixels of shown) expect(difference(pixels, shown[0])).toBeLessThan(6);
  });
});

describe('the limits', () => {
  test('15 MB to the byte', async () => {
    const image = await photograph(64, 64);
    const exact = Buffer.concat([image, Buffer.alloc(maxBytes - image.byteLength)]);
    expect((await upload(exact)).status).toBe(201);
    const over = await upload(Buffer.concat([exact, Buffer.alloc(1)]));
    expect(over).toMatchObject({ status: 413, body: { message: expect.stringContaining('15 MB') } });
  });

  test('a larger one is refused before it is sent, and one that says nothing while it is', async () => {
    await uploadsEnded(product);
    const before = await imageFiles(product);
    const announced = openUpload(product, admin, { 'content-length': String(maxBytes + 1) });
    announced.write(Buffer.alloc(10));
    expect(await statusOf(announced)).toBe(413);

    const silent = openUpload(product, admin, { 'transfer-encoding': 'chunked' });
    const chunk = Buffer.concat([await photograph(64, 64), Buffer.alloc(1_000_000)]);
    for (let sent = 0; sent <= maxBytes; sent += chunk.byteLength) silent.write(chunk);
    silent.end();
    expect(await statusOf(silent)).toBe(413);
    await uploadsEnded(product);
    await expect.poll(() => imageFiles(product)).toEqual(before);
  });

  test('50 megapixels to the pixel', async () => {
    // There is less in the file than its header says.
    expect((await upload(await pngOfSize(10_000, 5_000))).body.message).toMatch(/damaged/);
    // 3,561 × 14,041 = 50,000,001
    expect(await upload(await pngOfSize(3561, 14_041))).toMatchObject({
      status: 422,
      body: { message: 'This image has 50.1 megapixels; 50 are the most that can be uploaded.' },
    });
  });

  test('cut off in the middle is damaged', async () => {
    for (const format of ['jpeg', 'png', 'webp', 'avif'] as const) {
      const bytes = await photograph(300, 200, format);
      const { status, body } = await upload(bytes.subarray(0, bytes.byteLength / 2));
      expect([status, body.message], format).toEqual([422, expect.stringMatching(/damaged/)]);
    }
  });
});

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

// The whole corpora belong to the long form.
describe.skipIf(uploadsMissing !== null || !isLong)(
  `collected files${uploadsMissing === null ? '' : ` (${uploadsMissing})`}`,
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
        expect(peak - before, name).toBeLessThan(200 * 1_000_000);
        // Two seconds by itself; this machine may be busy with other tests.
        expect(performance.now() - began, name).toBeLessThan(10_000);
      }
      expect((await fetch(`${product.origin}/healthz`)).status).toBe(200);
    });
  },
);

/** The look of a stored image, in 16 by 16 pixels. */
async function pixelsOf(src: string): Promise<Buffer> {
  const stored = await (await fetch(product.origin + src)).arrayBuffer();
  return sharp(stored).resize(16, 16, { fit: 'fill' }).removeAlpha().raw().toBuffer();
}

function difference(one: Buffer, other: Buffer | undefined): number {
  return one.reduce((sum, value, at) => sum + Math.abs(value - (other?.[at] ?? 0)), 0) / one.length;
}

/** Two megabytes of disk; null where this user may not have them. */
/** A disk with two megabytes above the reserve. */
function mountSmallDisk(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'anyforge-small-disk-'));
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=246m', 'tmpfs', folder]);
  if (status === 0) return folder;
  rmSync(folder, { recursive: true });
  return null;
}
